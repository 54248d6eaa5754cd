import type { Entities } from '#libs/core/persistence';
import { Form } from './form.entity.js';
import { LeadFile } from './lead-file.entity.js';
import { Lead } from './lead.entity.js';

export const FORM_ENTITIES: Entities = [Form, Lead, LeadFile];
