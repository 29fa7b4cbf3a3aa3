import { type FirebaseOptions, initializeApp } from "@firebase/app";
import { getMessaging, getToken } from "@firebase/messaging";

type Settings = { config: FirebaseOptions; vapidKey: string };

/**
 * Registers this browser with FCM and our service worker, and returns its push token.
 * @throws errors of Firebase
 */
export async function askForToken({ config, vapidKey }: Settings): Promise<string> {
  const serviceWorkerRegistration = await navigator.serviceWorker.ready;
  return getToken(getMessaging(initializeApp(config)), { vapidKey, serviceWorkerRegistration });
}
