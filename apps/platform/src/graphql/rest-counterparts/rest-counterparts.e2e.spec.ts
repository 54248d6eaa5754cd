import { describe, expect, it } from 'vitest';
import { describeCounterparts, rootFieldsOf } from '../../../../../test/support/counterparts.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { SENDS } from '../../plans/sends.js';
import { TENANT_DEMAND } from '../../tenants/tenant-of-path.guard.js';
import { OF_ACCOUNTS } from './of-accounts.js';
import { OF_MESSAGES } from './of-messages.js';
import { OF_OPERATORS } from './of-operators.js';
import { OF_PEOPLE } from './of-people.js';

const COUNTERPARTS = { ...OF_ACCOUNTS, ...OF_MESSAGES, ...OF_OPERATORS, ...OF_PEOPLE };

describeCounterparts(
  useStack(() => platformStack({ environment: { ROLE: 'api' } })),
  COUNTERPARTS,
  // Routes under /v1 are for keys.
  {
    told: /^[A-Z]+ \/api\//,
    alone: { 'Query.membersByIds': 'It joins what an account has with its authors; REST lists the members.' },
    declarations: [TENANT_DEMAND, SENDS],
  },
);

describe('a route of sessions', () => {
  // A field of a type alone shows a part of what its root field answers.
  it('has a root field, or says why not', () => {
    const without = Object.entries(COUNTERPARTS).filter(
      ([, one]) => !('reason' in one) && rootFieldsOf(one).length === 0,
    );
    expect(without).toEqual([]);
  });
});
