/** A person whom the CRM has erased, and all by which the features of Platform find what they hold. */
export interface ErasedPerson {
  /** In the form in which suppressions have them. */
  emails: readonly string[];
  /** In E.164, in each spelling of a number that is dialled in two ways. */
  phones: readonly string[];
  /** E-mail addresses and numbers. */
  addresses: readonly string[];
  /** Addresses and numbers that another contact of the CRM has, too, in the form in which suppressions have them. */
  heldElsewhere: readonly string[];
  erasedAt: Date;
  /** Messages that were sent to the person. */
  messageIds: readonly string[];
  /** Content that no other message has. */
  ownContentIds: readonly string[];
  /** Content that messages to others have, too. */
  sharedContentIds: readonly string[];
}
