import { describeCounterparts } from '../../../../test/support/counterparts.js';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { REST_COUNTERPARTS } from './rest-counterparts.fixture.js';

describeCounterparts(
  useStack(() => crmStack({ ROLE: 'api' })),
  REST_COUNTERPARTS,
);
