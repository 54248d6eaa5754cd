import type { Template } from '../../../templates/template.entity.js';

/** Template in a list of Resend. Each is published: there are no drafts here. */
export function fromListedTemplate(template: Template): object {
  return {
    id: template.id,
    name: template.name,
    alias: template.alias,
    status: 'published',
    published_at: template.updatedAt.toISOString(),
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  };
}

/** Template with its parts, in Liquid, which has the fallbacks of its variables in it. */
export function fromTemplate(template: Template): object {
  return {
    object: 'template',
    ...fromListedTemplate(template),
    current_version_id: template.id,
    has_unpublished_versions: false,
    from: null,
    reply_to: null,
    subject: template.subject,
    html: template.html,
    text: template.text,
    variables: null,
  };
}
