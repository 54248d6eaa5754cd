import { acceptanceGrowth } from '../support/acceptance-growth.js';
import type { GrowthPath } from '../support/growth.js';
import { sendLoad } from '../support/sending.js';

/** `send` of a tenant that has sent nothing, and of one that has. */
export const send: GrowthPath = acceptanceGrowth({ loadOf: sendLoad, size: 1 });
