import type { Channel } from '../messages/message.js';

/** What a template is made of; which parts it has depends on its channel. */
export interface TemplateParts {
  subject: string | null;
  html: string | null;
  text: string | null;
}

export interface Template extends TemplateParts {
  id: string;
  name: string;
  channel: Channel;
  createdAt: Date;
  updatedAt: Date;
}

export type TemplateData = Record<string, unknown>;
