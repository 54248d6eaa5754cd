import { beforeAll, describe, inject } from 'vitest';
import { PLATFORM_CALLS } from './calls/platform.js';
import { PlatformAccount } from './calls/platform-rows.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, testOperations } from './support/calls.js';

const { dev } = inject('builtStack');
const document = await documentOf(dev.urls.platform);

let own: PlatformAccount;

beforeAll(async () => {
  own = new PlatformAccount(await BuiltAccount.signUp(dev));
});

describe('Platform', () => {
  testOperations({ name: 'platform', document, calls: PLATFORM_CALLS, account: () => own });
});
