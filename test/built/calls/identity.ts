import { type Calls, META, plain } from '../support/calls.js';

export const IDENTITY_CALLS: Calls<unknown> = {
  ...META,
  'GET /.well-known/jwks.json': plain,
};
