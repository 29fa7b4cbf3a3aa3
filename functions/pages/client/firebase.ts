import { type FirebaseOptions, initializeApp } from "@firebase/app";
import { getMessaging, getToken } from "@firebase/messaging";

type Settings = { config: FirebaseOptions; vapidKey: string };

/**
 * Registers this browser with FCM under the service worker that every page has.
 * @throws whatever Firebase has to say against it
 */
export async function askForToken({ config, vapidKey }: Settings): Promise<string> {
  const serviceWorkerRegistration = await navigator.serviceWorker.ready;
  return getToken(getMessaging(initializeApp(config)), { vapidKey, serviceWorkerRegistration });
}
