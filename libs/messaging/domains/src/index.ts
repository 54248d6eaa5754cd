/** Proof and keys of domains that send or receive mail. */

export { ClaimedDomain } from './claimed-domain.js';
export { checksOf, DomainChecker, type Finding } from './domain-checker.js';
export { DOMAIN_NAME_MAX, toDomainName } from './domain-name.js';
export { DomainOffers, type DomainProof } from './domain-offers.js';
export { DKIM_KEY_PURPOSE, DkimKeyCache, type SealedDkimKey } from './keys/dkim-key-cache.js';
export { KeyMaker } from './keys/key-maker.js';
export {
  KEY_STATES,
  KEY_TYPES,
  type KeyedDomain,
  type KeyState,
  publishedKey,
  type PublishedKey,
  RETIRING_DAYS,
} from './keys/published-key.js';
export { FIRST_KEY_CHECK_MS, rotatableTypes } from './keys/rotation.js';
export { SigningKeyColumns } from './keys/signing-key-columns.js';
export { type NewSigningKey, SigningKeyRepository } from './keys/signing-key-repository.js';
export {
  dkimExpected,
  dmarcExpected,
  type ExpectedRecord,
  optional,
  ownershipExpected,
  spfExpected,
} from './records/expected-record.js';
export { RECORD_STATUSES, type RecordChecks, type RecordStatus } from './records/record-status.js';
export { parseTagList } from './records/tag-list.js';
export { type Verdict, verdictOf } from './verdict.js';
