import type { Entities } from '#libs/core/persistence';
import { ConsentDecision } from './consent-decision.entity.js';
import { SiteTags } from './site-tags.entity.js';

export const TAG_ENTITIES: Entities = [SiteTags, ConsentDecision];
