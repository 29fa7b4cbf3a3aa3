import type { LinkPageWords } from "../link-page-words.ts";

export const EN_LINK_PAGES: LinkPageWords = {
  gone: { title: "This link no longer works", text: "This link is unknown or no longer valid." },
  confirmStatus: {
    title: "Confirm your subscription",
    text: "We'll email you when a Hearthwatch incident begins, when there's news about it and when it ends.",
    button: "Confirm",
    done: {
      title: "You're subscribed",
      text: "We'll email you when there's news. You can unsubscribe in every email.",
    },
  },
  unsubscribeStatus: {
    title: "Unsubscribe",
    text: "We'll forget your address and won't email you again.",
    button: "Unsubscribe",
    done: { title: "You're unsubscribed", text: "We've forgotten your address." },
  },
  unsubscribeReport: {
    title: "Unsubscribe from this report",
    text: "We won't send you this report any more. You'll still get alerts.",
    button: "Unsubscribe",
    done: { title: "You're unsubscribed", text: "We won't send you this report any more." },
  },
  declineInvitation: {
    title: "Decline the invitation",
    text: "This home won't be able to invite this address again.",
    button: "Decline",
    everybody: "Decline this and all future invitations",
    done: { title: "Invitation declined", text: "We won't send such invitations to this address again." },
  },
};
