import type { Counterparts } from './counterpart.js';

const SIGNS_IN = { reason: 'It begins or ends a session, sets its cookie, and is called without one.' };

/** The user, and the accounts of the user with their members and keys. */
export const OF_PEOPLE: Counterparts = {
  'POST /api/auth/2fa': SIGNS_IN,
  'POST /api/auth/login': SIGNS_IN,
  'POST /api/auth/logout': SIGNS_IN,
  'POST /api/auth/register': SIGNS_IN,
  'POST /api/auth/password/forgot': { reason: 'It is of people who cannot sign in.' },
  'POST /api/auth/password/reset': { reason: 'It is of the page behind a link in mail, without a session.' },
  'POST /api/auth/verify': { reason: 'It is of the page behind a link in mail, without a session.' },
  'POST /api/invitations/accept': ['Mutation.acceptInvitation'],
  'GET /api/tenants': ['Query.tenants'],
  'POST /api/tenants': ['Mutation.createTenant'],
  'DELETE /api/tenants/:id': { reason: 'It asks for the password, which routes with limits for each address take.' },
  'GET /api/tenants/:id': ['Query.tenant'],
  'PATCH /api/tenants/:id': ['Mutation.updateTenant'],
  'GET /api/tenants/:id/api-keys': ['Query.apiKeys'],
  'POST /api/tenants/:id/api-keys': ['Mutation.createApiKey'],
  'DELETE /api/tenants/:id/api-keys/:keyId': ['Mutation.revokeApiKey'],
  'POST /api/tenants/:id/export': { reason: 'A file, streamed: an answer of GraphQL is JSON, measured as a whole.' },
  'GET /api/tenants/:id/invitations': ['Query.tenantInvitations'],
  'POST /api/tenants/:id/invitations': ['Mutation.inviteMember'],
  'DELETE /api/tenants/:id/invitations/:invitationId': ['Mutation.revokeInvitation'],
  'GET /api/tenants/:id/members': ['Query.tenantMembers'],
  'DELETE /api/tenants/:id/members/:userId': ['Mutation.removeMember'],
  'PATCH /api/tenants/:id/members/:userId': ['Mutation.setMemberRole'],
  'POST /api/tenants/:id/restore': ['Mutation.restoreTenant'],
};
