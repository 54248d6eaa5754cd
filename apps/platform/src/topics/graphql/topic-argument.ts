import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { TopicsService } from '../topics.service.js';

/** The topic that the argument `name` names: by its id or its slug. */
export const TopicArgument = knownArgument('name', TopicsService, (topics, name) =>
  topics.find(currentTenantId(), name),
);
