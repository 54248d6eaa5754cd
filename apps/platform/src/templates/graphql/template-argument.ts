import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { TemplatesService } from '../templates.service.js';

/** The template that the argument `id` names. */
export const TemplateArgument = knownArgument('id', TemplatesService, (templates, id) =>
  templates.find(currentTenantId(), id),
);
