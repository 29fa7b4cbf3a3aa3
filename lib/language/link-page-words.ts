/** What a page of a mail's link says: looking at one changes nothing, its buttons act. */
type LinkPage = { title: string; text: string; button: string };
type LinkDone = { title: string; text: string };

/** A language's words for the pages that the links in mails lead to. */
export type LinkPageWords = {
  /** The link is unknown, or no longer valid. */
  gone: LinkDone;
  confirmStatus: LinkPage & { done: LinkDone };
  unsubscribeStatus: LinkPage & { done: LinkDone };
  unsubscribeReport: LinkPage & { done: LinkDone };
  declineInvitation: LinkPage & { everybody: string; done: LinkDone };
};
