import type { ErasesPerson } from '#libs/privacy/data-rights';
import type { Id } from '#libs/core/persistence';

/** Part of a feature in the erasure of a contact. Content that is sealed under the contact's key goes, too. */
export type ErasesContact = ErasesPerson<Id<'cnt'>>;
