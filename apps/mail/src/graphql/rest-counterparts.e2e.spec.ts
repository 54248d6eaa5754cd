import { describeCounterparts } from '../../../../test/support/counterparts.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { REST_COUNTERPARTS } from './rest-counterparts.fixture.js';

describeCounterparts(
  useStack(() => mailStack({ ROLE: 'api' })),
  REST_COUNTERPARTS,
);
