import { type Calls, META, plain } from '../support/calls.js';
import { AUTH_CALLS, TENANT_CALLS } from './platform-account.js';
import { CONSOLE_CALLS } from './platform-console.js';
import { LINK_CALLS } from './platform-links.js';
import { MESSAGE_CALLS, PUSH_CALLS, SMS_CALLS } from './platform-messages.js';
import { resourceCalls } from './platform-resources.js';
import type { PlatformAccount } from './platform-rows.js';

export const PLATFORM_CALLS: Calls<PlatformAccount> = {
  ...META,
  ...AUTH_CALLS,
  ...TENANT_CALLS,
  ...resourceCalls('/api'),
  ...resourceCalls('/v1'),
  ...MESSAGE_CALLS,
  ...PUSH_CALLS,
  ...SMS_CALLS,
  ...LINK_CALLS,
  ...CONSOLE_CALLS,
  'GET /.well-known/oauth-protected-resource': plain,
};
