import { statusOf, type DomainDetail } from '../../../domains/domain.js';

export const isVerified = ({ domain }: DomainDetail): boolean => statusOf(domain) === 'verified';

/** Selectors of the keys of a domain. */
export const dkimTokensOf = ({ domain }: DomainDetail): string[] => domain.keys.map(({ selector }) => selector);

const statusText = (detail: DomainDetail): string => (isVerified(detail) ? 'SUCCESS' : 'PENDING');

/** Domain in a list of identities. */
export const fromListedIdentity = (detail: DomainDetail): object => ({
  IdentityType: 'DOMAIN',
  IdentityName: detail.domain.name,
  SendingEnabled: isVerified(detail),
  VerificationStatus: statusText(detail),
});

/** Domain as an identity. The records to publish are not those of SES: our own answer has them. */
export const fromIdentity = (detail: DomainDetail): object => ({
  IdentityType: 'DOMAIN',
  FeedbackForwardingStatus: false,
  VerifiedForSendingStatus: isVerified(detail),
  VerificationStatus: statusText(detail),
  DkimAttributes: {
    SigningEnabled: true,
    Status: statusText(detail),
    SigningAttributesOrigin: 'EXTERNAL',
    Tokens: dkimTokensOf(detail),
  },
  Policies: {},
  Tags: [],
});
