/** Text for a mail's subject: nothing in it can begin another header. */
export const subjectText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
