import { currentTenantId } from '#libs/auth';
import { knownArgument } from '#libs/graphql';
import { TemplatesService } from '../templates.service.js';

/** The template that the argument `id` names. */
export const TemplateArgument = knownArgument('id', TemplatesService, (templates, id) =>
  templates.find(currentTenantId(), id),
);
