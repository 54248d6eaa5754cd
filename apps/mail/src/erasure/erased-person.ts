/** A person whom the CRM has erased, and all by which the features of Mail find what they hold. */
export interface ErasedPerson {
  /** E-mail addresses, in lower case. Those that another contact of the CRM has, too, are not among them. */
  addresses: readonly string[];
}
