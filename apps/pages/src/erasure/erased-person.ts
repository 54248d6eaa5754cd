/** A person whom the CRM has erased, and all by which the features of Pages find what they hold. */
export interface ErasedPerson {
  /** In lower case. */
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
  /** E-mail addresses and numbers. */
  addresses: readonly string[];
  leadIds: readonly string[];
}
