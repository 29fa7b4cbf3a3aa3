/** Google's packages know no other addresses than these. */
export const GOOGLE_HOSTS: readonly string[] = ["fcm.googleapis.com", "oauth2.googleapis.com"];
