import { type AppProfile, detailedEnvelope } from '#libs/http';

declare module '#libs/persistence' {
  interface IdPrefixes {
    adr: 'e-mail address';
  }
}

const KIB = 1024;

/** Room for a report on the use of many keys. */
const BODY_LIMIT = 2_048 * KIB;

export const profile: AppProfile = {
  service: 'identity',
  envelope: detailedEnvelope(),
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Identity',
    version: '2026-08-28',
    description: 'Users, sessions, tenants and API keys. Sessions are JSON Web Tokens whose public keys are here.',
  },
};
