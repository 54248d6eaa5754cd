/** The stream with the changes of a mailbox, and the channel that repeats them. */
export const streamOf = (mailboxId: string): string => `mail:changes:{${mailboxId}}`;
