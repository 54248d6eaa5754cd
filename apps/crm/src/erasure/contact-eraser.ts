import type { ErasesPerson } from '#libs/data-rights';
import type { Id } from '#libs/persistence';

/** Part of a feature in the erasure of a contact. Content that is sealed under the contact's key goes, too. */
export type ErasesContact = ErasesPerson<Id<'cnt'>>;
