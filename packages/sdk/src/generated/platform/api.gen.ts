// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.
import type { CallOptions } from '../../call.js';
import type { EventStream } from '../../event-stream.js';
import type { Listing } from '../../listing.js';
import type { Transport } from '../../transport.js';
import type * as T from './types.gen.js';

class AccountExportResource {
  constructor(private readonly transport: Transport) {}

  /** Export everything that a tenant has. Needs an owner and their password. A gzip-compressed tar archive: the rows of every table of every API as lines of JSON, the files, and last `manifest.json`, which names each table with its rows and the SHA-256 of its parts, and what is left out and why. Keys, passwords and other secrets are left out. An archive without the manifest broke off. The audit log has an entry before the first byte. One export of an account runs at a time, and five a day may begin; 429 beyond. */
  export(id: string | number, body: T.AccountExportExportData['body'] = {}, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'POST', path: '/api/tenants/{id}/export', params: { id }, body }, options);
  }
}

class AccountResource {
  constructor(private readonly transport: Transport) {}

  /** The account that the key belongs to. Includes the id and the scopes of the key, so that a server can check what it may do. */
  getAccount(options?: CallOptions): Promise<T.AccountGetAccountResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/account' }, options);
  }

  /** What the account has used this month, and its daily limit. Counts of the current calendar month; UpdatedAt is null before the first call. */
  getUsage(options?: CallOptions): Promise<T.AccountGetUsageResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/account/usage' }, options);
  }
}

class TenantUsageResource {
  constructor(private readonly transport: Transport) {}

  /** What the account has used, and what its plan allows. This month and today, what is left, when it is counted anew, and the months before. */
  get(query?: T.TenantUsageGetData['query'], options?: CallOptions): Promise<T.TenantUsageGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/usage', query }, options);
  }
}

class AccountDeletionResource {
  constructor(private readonly transport: Transport) {}

  /** Delete your account. Requires the password, and a code if the account has a second factor (422 without it). Every session ends at once. For seven days a sign-in restores the account; then addresses, secrets and memberships are gone for good. Tenants without another member are deleted with it. 409 for the only owner of a tenant that has other members. */
  delete(body: T.AccountDeletionDeleteData['body'] = {}, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/auth/me', body }, options);
  }
}

class AuthResource {
  constructor(private readonly transport: Transport) {}

  /** The user of the session. Includes the e-mail addresses of the user and the tenants that the user belongs to, with the role in each. */
  me(options?: CallOptions): Promise<T.AuthMeResponse> {
    return this.transport.json({ method: 'GET', path: '/api/auth/me' }, options);
  }

  /** Open a session. The token is in the body and in the cookie service_session. A user with a second factor gets no token yet: TwoFactorRequired is true, and until ExpiresAt POST /api/auth/2fa takes the code, five times at most. */
  login(body: T.AuthLoginData['body'], options?: CallOptions): Promise<T.AuthLoginResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/login', body }, options);
  }

  /** The second step of a login. Opens the session after a correct password, with a code of the authenticator (valid while it is shown and ten seconds more, for one use) or a recovery code. 401 without a pending login. */
  secondStep(body: T.AuthSecondStepData['body'] = {}, options?: CallOptions): Promise<T.AuthSecondStepResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/2fa', body }, options);
  }

  /** Register a user and, if TenantName is given, a tenant. If the tenant cannot be created, the user is registered without one, and Note says so. 403 where the installation is closed to new users, or open to invited ones and InvitationToken is absent. */
  register(body: T.AuthRegisterData['body'], options?: CallOptions): Promise<T.AuthRegisterResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/register', body }, options);
  }

  /** End the session of the bearer token. Idempotent: a token that is expired, ended or unknown is answered alike. */
  logout(options?: CallOptions): Promise<T.AuthLogoutResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/logout' }, options);
  }
}

class ProfileResource {
  constructor(private readonly transport: Transport) {}

  /** Change your name, e-mail address, language or time zone. You sign in with a new address at once. It is unverified until the link sent to it is used. */
  update(body: T.ProfileUpdateData['body'] = {}, options?: CallOptions): Promise<T.ProfileUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/auth/me', body }, options);
  }

  /** Add an e-mail address. It is unverified until the link sent to it is used. A user has at most 10. */
  addAddress(body: T.ProfileAddAddressData['body'], options?: CallOptions): Promise<T.ProfileAddAddressResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/me/emails', body }, options);
  }

  /** Remove an e-mail address. Not the primary one, which you sign in with: 409. */
  removeAddress(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/auth/me/emails/{id}', params: { id } }, options);
  }

  /** Sign in with this address from now on. Only with a verified one: 409 otherwise. */
  makePrimary(id: string | number, options?: CallOptions): Promise<T.ProfileMakePrimaryResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/me/emails/{id}/primary', params: { id } }, options);
  }

  /** Send the mail that verifies this address again. Once a minute and five times an hour: 429 with Retry-After beyond that. */
  resend(id: string | number, options?: CallOptions): Promise<T.ProfileResendResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/me/emails/{id}/verify/resend', params: { id } }, options);
  }

  /** Send the mail that verifies your primary address again. Once a minute and five times an hour: 429 with Retry-After beyond that. */
  resendToPrimary(options?: CallOptions): Promise<T.ProfileResendToPrimaryResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/me/verify/resend' }, options);
  }
}

class TwoFactorResource {
  constructor(private readonly transport: Transport) {}

  /** Whether a login requires a second factor. Includes how many recovery codes are left. */
  state(options?: CallOptions): Promise<T.TwoFactorStateResponse> {
    return this.transport.json({ method: 'GET', path: '/api/auth/2fa' }, options);
  }

  /** Start the set-up of an authenticator. Requires the password. The set-up must be confirmed within an hour. Until then logins do not change, and an authenticator that is in use stays in use. */
  setUp(body: T.TwoFactorSetUpData['body'] = {}, options?: CallOptions): Promise<T.TwoFactorSetUpResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/2fa/setup', body }, options);
  }

  /** Confirm the set-up by a first code. From now on logins require a second factor. The answer is the only place that shows the recovery codes. */
  confirm(body: T.TwoFactorConfirmData['body'] = {}, options?: CallOptions): Promise<T.TwoFactorConfirmResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/2fa/verify', body }, options);
  }

  /** Disable the second factor. Requires the password and no code, so that it works without the authenticator. */
  disable(body: T.TwoFactorDisableData['body'] = {}, options?: CallOptions): Promise<T.TwoFactorDisableResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/2fa/disable', body }, options);
  }

  /** Create new recovery codes. Requires the password. The previous codes become invalid. */
  renew(body: T.TwoFactorRenewData['body'] = {}, options?: CallOptions): Promise<T.TwoFactorRenewResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/2fa/recovery-codes', body }, options);
  }
}

class PasswordsResource {
  constructor(private readonly transport: Transport) {}

  /** Change your password. Requires the current one: 401 if it is wrong. When this answers, every other session of yours has ended. */
  change(body: T.PasswordsChangeData['body'], options?: CallOptions): Promise<T.PasswordsChangeResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/me/password', body }, options);
  }

  /** Ask for a link to choose a new password. The same answer, in the same time, for a known and an unknown address. Once a minute and five times an hour for one address: 429 with Retry-After beyond that. */
  forget(body: T.PasswordsForgetData['body'] = {}, options?: CallOptions): Promise<T.PasswordsForgetResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/password/forgot', body }, options);
  }

  /** Choose a new password by the link of the mail. The token works once, for an hour: 410 after that, 422 for one that was never sent. All sessions have ended when this answers. If the address was never verified, what was set in the account before is removed. */
  reset(body: T.PasswordsResetData['body'] = {}, options?: CallOptions): Promise<T.PasswordsResetResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/password/reset', body }, options);
  }
}

class MessagesResource {
  constructor(private readonly transport: Transport) {}

  /** The tenant's e-mail history, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  emails(query?: T.MessagesEmailsData['query'], options?: CallOptions): Listing<T.MessagesEmailsResponse, T.MessagesEmailsResponse['Messages'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/auth/me/emails', query }, ['Messages', 'NextCursor'], options);
  }

  /** List messages of every channel, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.MessagesListData['query'], options?: CallOptions): Listing<T.MessagesListResponse, T.MessagesListResponse['Messages'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/messages', session: '/api/messages' }, query }, ['Messages', 'NextCursor'], options);
  }

  /** Read a message with its content and timeline. 404 for a message of another tenant, as for one that does not exist. */
  get(id: string | number, options?: CallOptions): Promise<T.MessagesGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/messages/{id}', session: '/api/messages/{id}' }, params: { id } }, options);
  }

  /** Cancel a scheduled message. 409 if its time has come or it was not scheduled; a repeat is harmless. */
  cancel(id: string | number, options?: CallOptions): Promise<T.MessagesCancelResponse> {
    return this.transport.json({ method: 'POST', path: '/api/messages/{id}/cancel', params: { id } }, options);
  }
}

class SessionsResource {
  constructor(private readonly transport: Transport) {}

  /** Your open sessions. Current marks the session that makes the call. */
  list(options?: CallOptions): Promise<T.SessionsListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/auth/sessions' }, options);
  }

  /** End one of your sessions. When this has answered, every API rejects the session. Idempotent. */
  end(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/auth/sessions/{id}', params: { id } }, options);
  }
}

class VerificationResource {
  constructor(private readonly transport: Transport) {}

  /** Confirm an e-mail address by the link sent to it. The token works once, for 48 hours: 410 after that, 422 for one that was never sent. */
  verify(body: T.VerificationVerifyData['body'] = {}, options?: CallOptions): Promise<T.VerificationVerifyResponse> {
    return this.transport.json({ method: 'POST', path: '/api/auth/verify', body }, options);
  }
}

class SuggestionsResource {
  constructor(private readonly transport: Transport) {}

  /** List the blocks that the platform suggests. As they were last computed, newest first. */
  list(options?: CallOptions): Promise<T.SuggestionsListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/blacklist/suggestions' }, options);
  }

  /** Compute the suggestions. Looks at complaints and hard bounces of the last three days by the domain of the sender, at sudden volumes, and at the addresses from which logins fail. Suggestions that the signals do not show any more are withdrawn. */
  compute(body: T.SuggestionsComputeData['body'] = {}, options?: CallOptions): Promise<T.SuggestionsComputeResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/blacklist/suggestions', body }, options);
  }

  /** Make a suggestion a block. Adds an entry to the blocklist. */
  apply(id: string | number, options?: CallOptions): Promise<T.SuggestionsApplyResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/blacklist/suggestions/{id}/apply', params: { id } }, options);
  }

  /** Dismiss a suggestion. It does not come back for thirty days. */
  dismiss(id: string | number, options?: CallOptions): Promise<T.SuggestionsDismissResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/blacklist/suggestions/{id}/dismiss', params: { id } }, options);
  }
}

class BlocklistResource {
  constructor(private readonly transport: Transport) {}

  /** List the blocks, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.BlocklistListData['query'], options?: CallOptions): Listing<T.BlocklistListResponse, T.BlocklistListResponse['Entries'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/blacklist', query }, ['Entries', 'NextCursor'], options);
  }

  /** Block an e-mail address, a domain, an IP address or a network. Enforced when it answers. Logins and registrations of a blocked address are rejected (403), as is mail from it (403) and to it (422). A value that is blocked already is answered 200, with its entry. */
  create(body: T.BlocklistCreateData['body'], options?: CallOptions): Promise<T.BlocklistCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/blacklist', body }, options);
  }

  /** Read a block. Says who made the entry, and why. */
  get(id: string | number, options?: CallOptions): Promise<T.BlocklistGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/blacklist/{id}', params: { id } }, options);
  }

  /** Lift a block. What the entry blocked is accepted again. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/admin/blacklist/{id}', params: { id } }, options);
  }
}

class DatacentersResource {
  constructor(private readonly transport: Transport) {}

  /** List the data centres, by number. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.DatacentersListData['query'], options?: CallOptions): Listing<T.DatacentersListResponse, T.DatacentersListResponse['Datacenters'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/datacenter-asn', query }, ['Datacenters', 'NextCursor'], options);
  }

  /** Call an autonomous system a data centre. Registrations from its addresses are rejected (403), unless the installation allows them. One that is listed already is answered 200, as it stands. */
  create(body: T.DatacentersCreateData['body'], options?: CallOptions): Promise<T.DatacentersCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/datacenter-asn', body }, options);
  }

  /** Read a data centre. A data centre is known by the number of its autonomous system. */
  get(asn: string | number, options?: CallOptions): Promise<T.DatacentersGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/datacenter-asn/{asn}', params: { asn } }, options);
  }

  /** Take a data centre off the list. The autonomous system no longer counts as a data centre. */
  delete(asn: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/admin/datacenter-asn/{asn}', params: { asn } }, options);
  }
}

class DeadLettersResource {
  constructor(private readonly transport: Transport) {}

  /** List the dead letters, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.DeadLettersListData['query'], options?: CallOptions): Listing<T.DeadLettersListResponse, T.DeadLettersListResponse['DeadLetters'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/dead-letters', query }, ['DeadLetters', 'NextCursor'], options);
  }

  /** Read a dead letter. Includes the payload of the job and its last error. */
  get(id: string | number, options?: CallOptions): Promise<T.DeadLettersGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/dead-letters/{id}', params: { id } }, options);
  }

  /** Retry a dead letter. It is due at once, like new. What an earlier attempt has done is not done again. */
  retry(id: string | number, options?: CallOptions): Promise<T.DeadLettersRetryResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/dead-letters/{id}/retry', params: { id } }, options);
  }

  /** Discard a dead letter. Messages and webhook deliveries that wait for it have failed then, and say so. */
  discard(id: string | number, options?: CallOptions): Promise<T.DeadLettersDiscardResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/dead-letters/{id}/discard', params: { id } }, options);
  }
}

class QueuesResource {
  constructor(private readonly transport: Transport) {}

  /** Read how many jobs there are of each kind. OldestSeconds is the age of the oldest job that is due. */
  list(options?: CallOptions): Promise<T.QueuesListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/queues' }, options);
  }
}

class QueueHoldResource {
  constructor(private readonly transport: Transport) {}

  /** List the holds on the queues, newest first. A restored database is on hold: what is accepted waits, and nothing is sent. EndedAt is null while one is on. */
  list(options?: CallOptions): Promise<T.QueueHoldListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/queue-holds' }, options);
  }

  /** Release the queues. What was accepted since the restore is sent. Pending says what becomes of the work that had waited when the backup was made, and may have been done since: cancel records it as failed, send does it. What is due in the future stays. Until EndedAt is set, another choice may be made. */
  release(body: T.QueueHoldReleaseData['body'] = {}, options?: CallOptions): Promise<T.QueueHoldReleaseResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/queue-holds/release', body }, options);
  }
}

class AuditResource {
  constructor(private readonly transport: Transport) {}

  /** Search the audit log of the platform, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.AuditListData['query'], options?: CallOptions): Listing<T.AuditListResponse, T.AuditListResponse['Entries'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/audit', query }, ['Entries', 'NextCursor'], options);
  }

  /** Search the tenant's audit log, newest first. Includes what operators of the platform did in the tenant, without saying which operator. */
  listOfTenant(query?: T.AuditListOfTenantData['query'], options?: CallOptions): Listing<T.AuditListOfTenantResponse, T.AuditListOfTenantResponse['Entries'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/audit', query }, ['Entries', 'NextCursor'], options);
  }
}

class PlansResource {
  constructor(private readonly transport: Transport) {}

  /** The plans that a tenant may have, and what they grant. A quota or limit of null means that there is none. The first has no name: tenants without a plan have it. */
  list(options?: CallOptions): Promise<T.PlansListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/plans' }, options);
  }

  /** Make a plan. Tenants get it by PATCH /api/admin/tenants/{id}, and new ones if NEW_TENANT_PLAN names it. */
  create(body: T.PlansCreateData['body'], options?: CallOptions): Promise<T.PlansCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/plans', body }, options);
  }

  /** Read a plan. A quota or limit of null means that there is none. */
  get(name: string | number, options?: CallOptions): Promise<T.PlansGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/plans/{name}', params: { name } }, options);
  }

  /** Change what a plan grants. What is absent stays as it is. The change applies at once to every tenant that has the plan. */
  update(name: string | number, body: T.PlansUpdateData['body'] = {}, options?: CallOptions): Promise<T.PlansUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/admin/plans/{name}', params: { name }, body }, options);
  }
}

class ConsoleTenantsResource {
  constructor(private readonly transport: Transport) {}

  /** The tenants of the platform, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.ConsoleTenantsListData['query'], options?: CallOptions): Listing<T.ConsoleTenantsListResponse, T.ConsoleTenantsListResponse['Tenants'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/tenants', query }, ['Tenants', 'NextCursor'], options);
  }

  /** Create a tenant, and invite its owner by mail. For customers who cannot sign up themselves. The owner accepts within a week, with an account of their own or a new one. The operator becomes no member. */
  create(body: T.ConsoleTenantsCreateData['body'], options?: CallOptions): Promise<T.ConsoleTenantsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/tenants', body }, options);
  }

  /** Invite the owner of a tenant that has no member. For an invitation that was lost or ran out. A tenant with members is 409: they invite others themselves. So is an address with an open invitation. */
  inviteOwner(id: string | number, body: T.ConsoleTenantsInviteOwnerData['body'], options?: CallOptions): Promise<T.ConsoleTenantsInviteOwnerResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/tenants/{id}/invitations', params: { id }, body }, options);
  }

  /** One tenant, with what it has used this month. Usage is that of the current calendar month. */
  get(id: string | number, options?: CallOptions): Promise<T.ConsoleTenantsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/tenants/{id}', params: { id } }, options);
  }

  /** Suspend or reactivate a tenant, or give it another plan or other products. When this has answered, it is in force on all of the APIs. The change is in the audit log, with who made it, what was before and what is now. What a suspended tenant has queued waits until it is active again. */
  update(id: string | number, body: T.ConsoleTenantsUpdateData['body'] = {}, options?: CallOptions): Promise<T.ConsoleTenantsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/admin/tenants/{id}', params: { id }, body }, options);
  }
}

class ConsoleTenantDeletionsResource {
  constructor(private readonly transport: Transport) {}

  /** Deletions of tenants, newest first. Also those that are finished: what each app has removed, and when. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.ConsoleTenantDeletionsListData['query'], options?: CallOptions): Listing<T.ConsoleTenantDeletionsListResponse, T.ConsoleTenantDeletionsListResponse['Deletions'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/tenant-deletions', query }, ['Deletions', 'NextCursor'], options);
  }
}

class SupportResource {
  constructor(private readonly transport: Transport) {}

  /** Whether the user of the session is a platform operator. In a support session, Support names the tenant that the operator looks at. */
  me(options?: CallOptions): Promise<T.SupportMeResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/me' }, options);
  }

  /** Open a read-only session in a tenant. For an hour, on every API, with what an admin of the tenant may read. A write is rejected (403), and so is what is about a user's account. Each call is in the audit log, which the tenant's admins see, too. It ends with the operator's own session, and when the operator opens another one. */
  enter(id: string | number, body: T.SupportEnterData['body'], options?: CallOptions): Promise<T.SupportEnterResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/tenants/{id}/enter', params: { id }, body }, options);
  }

  /** End the support session. By its own token, or by the operator's own session. When this has answered, the token is invalid. */
  end(options?: CallOptions): Promise<T.SupportEndResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/impersonation/end' }, options);
  }
}

class ConsoleUsersResource {
  constructor(private readonly transport: Transport) {}

  /** Find users by an e-mail address, or a part of one. email finds the user who has it; q up to 20 users, those first whose address begins with it. Addresses that are not verified are found, too. */
  list(query?: T.ConsoleUsersListData['query'], options?: CallOptions): Promise<T.ConsoleUsersListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/users', query }, options);
  }

  /** Disable a user, or enable them again. When this has answered, every app rejects the sessions of a disabled user. The change is in the audit log, with the reason. An operator cannot disable themself (409). */
  update(id: string | number, body: T.ConsoleUsersUpdateData['body'], options?: CallOptions): Promise<T.ConsoleUsersUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/admin/users/{id}', params: { id }, body }, options);
  }
}

class CampaignsResource {
  constructor(private readonly transport: Transport) {}

  /** Add a campaign, as a draft. An e-mail to the members of a list. Liquid, filled in with name, email, phone and attributes. */
  create(body: T.CampaignsCreateData['body'], options?: CallOptions): Promise<T.CampaignsCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/campaigns', session: '/api/campaigns' }, body }, options);
  }

  /** List campaigns, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.CampaignsListData['query'], options?: CallOptions): Listing<T.CampaignsListResponse, T.CampaignsListResponse['Campaigns'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/campaigns', session: '/api/campaigns' }, query }, ['Campaigns', 'NextCursor'], options);
  }

  /** Read a campaign, with how far it has come. 404 for a campaign of another tenant, as for one that does not exist. */
  get(id: string | number, options?: CallOptions): Promise<T.CampaignsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/campaigns/{id}', session: '/api/campaigns/{id}' }, params: { id } }, options);
  }

  /** Change a draft. 409 for a campaign that is not a draft. */
  update(id: string | number, body: T.CampaignsUpdateData['body'] = {}, options?: CallOptions): Promise<T.CampaignsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: { key: '/v1/campaigns/{id}', session: '/api/campaigns/{id}' }, params: { id }, body }, options);
  }

  /** Remove a draft. 409 for a campaign that is not a draft. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/campaigns/{id}', session: '/api/campaigns/{id}' }, params: { id } }, options);
  }

  /** Start a draft, now or at a time. Without SendAt the campaign starts at once. */
  start(id: string | number, body: T.CampaignsStartData['body'] = {}, options?: CallOptions): Promise<T.CampaignsStartResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/campaigns/{id}/start', session: '/api/campaigns/{id}/start' }, params: { id }, body }, options);
  }

  /** Pause a campaign; what was accepted is sent. A paused campaign can be resumed or cancelled. */
  pause(id: string | number, options?: CallOptions): Promise<T.CampaignsPauseResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/campaigns/{id}/pause', session: '/api/campaigns/{id}/pause' }, params: { id } }, options);
  }

  /** Go on with a paused campaign, where it stopped. A contact that the campaign has reached gets no second e-mail. */
  resume(id: string | number, options?: CallOptions): Promise<T.CampaignsResumeResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/campaigns/{id}/resume', session: '/api/campaigns/{id}/resume' }, params: { id } }, options);
  }

  /** End a campaign that is scheduled, running or paused; what was accepted is sent. A cancelled campaign cannot be resumed. */
  cancel(id: string | number, options?: CallOptions): Promise<T.CampaignsCancelResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/campaigns/{id}/cancel', session: '/api/campaigns/{id}/cancel' }, params: { id } }, options);
  }
}

class CampaignTrialResource {
  constructor(private readonly transport: Transport) {}

  /** Fill a campaign in for one contact, without sending anything. 422 names a variable that it uses and the contact lacks. The links of the recipient are placeholders. */
  preview(id: string | number, body: T.CampaignTrialPreviewData['body'] = {}, options?: CallOptions): Promise<T.CampaignTrialPreviewResponse> {
    return this.transport.json({ method: 'POST', path: '/api/campaigns/{id}/preview', params: { id }, body }, options);
  }

  /** Send a campaign as a test, to yourself or a member. Its subject begins with [Test], and it is none of the messages of the campaign. 422 for another address. */
  test(id: string | number, body: T.CampaignTrialTestData['body'] = {}, options?: CallOptions): Promise<T.CampaignTrialTestResponse> {
    return this.transport.json({ method: 'POST', path: '/api/campaigns/{id}/test', params: { id }, body }, options);
  }
}

class CampaignAudienceResource {
  constructor(private readonly transport: Transport) {}

  /** Count whom a campaign to a list would reach. Exact for lists of up to 10,000 members; an estimate from the first 10,000 for larger ones. */
  count(id: string | number, query?: T.CampaignAudienceCountData['query'], options?: CallOptions): Promise<T.CampaignAudienceCountResponse> {
    return this.transport.json({ method: 'GET', path: '/api/lists/{id}/audience', params: { id }, query }, options);
  }
}

class AlertsResource {
  constructor(private readonly transport: Transport) {}

  /** List the alert rules, oldest first. State and Value are those of the last evaluation. */
  list(options?: CallOptions): Promise<T.AlertsListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/platform-alerts' }, options);
  }

  /** Make an alert rule. It is evaluated every half minute. When it begins to hold and when it ceases, that is an event. */
  create(body: T.AlertsCreateData['body'], options?: CallOptions): Promise<T.AlertsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/platform-alerts', body }, options);
  }

  /** List when rules began to fire and recovered, last first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  listEvents(query?: T.AlertsListEventsData['query'], options?: CallOptions): Listing<T.AlertsListEventsResponse, T.AlertsListEventsResponse['Events'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/platform-alerts/events', query }, ['Events', 'NextCursor'], options);
  }

  /** Read an alert rule. State and Value are those of the last evaluation. */
  get(id: string | number, options?: CallOptions): Promise<T.AlertsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/platform-alerts/{id}', params: { id } }, options);
  }

  /** Replace an alert rule. A firing rule recovers by it and may fire again at the next evaluation. */
  replace(id: string | number, body: T.AlertsReplaceData['body'], options?: CallOptions): Promise<T.AlertsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/api/admin/platform-alerts/{id}', params: { id }, body }, options);
  }

  /** Remove an alert rule. Its events stay. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/admin/platform-alerts/{id}', params: { id } }, options);
  }
}

class MetricsResource {
  constructor(private readonly transport: Transport) {}

  /** Read the figures of the whole platform. Tenants, messages and webhooks of the last hour, day and week, queues; a few seconds old at most. */
  get(options?: CallOptions): Promise<T.MetricsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/metrics' }, options);
  }
}

class PlatformSeriesResource {
  constructor(private readonly transport: Transport) {}

  /** Read the figures of the whole platform over time. By the hour (up to 31 days) or by the day (up to 400): a point for each, also those without figures. */
  read(query?: T.PlatformSeriesReadData['query'], options?: CallOptions): Promise<T.PlatformSeriesReadResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/metrics/series', query }, options);
  }
}

class ContactsResource {
  constructor(private readonly transport: Transport) {}

  /** List contacts, newest first. A search looks at a bounded number of contacts: a page may be short or empty and have more behind it. */
  list(query?: T.ContactsListData['query'], options?: CallOptions): Listing<T.ContactsListResponse, T.ContactsListResponse['Contacts'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/contacts', session: '/api/contacts' }, query }, ['Contacts', 'NextCursor'], options);
  }

  /** Add a contact. 409 if another contact has the ExternalId, the e-mail address or the phone number. */
  create(body: T.ContactsCreateData['body'] = {}, options?: CallOptions): Promise<T.ContactsCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/contacts', session: '/api/contacts' }, body }, options);
  }

  /** Add or change up to 5000 contacts. A row changes the contact that has its ExternalId or, failing that, its e-mail or phone, and adds one when there is none. Rows are applied in order; a later row about the same contact wins and counts as updated. A row that cannot be applied is reported, and the others are applied. */
  import(body: T.ContactsImportData['body'], options?: CallOptions): Promise<T.ContactsImportResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/contacts/bulk', session: '/api/contacts/bulk' }, body }, options);
  }

  /** Read a contact. 404 for a contact of another tenant, as for one that does not exist. */
  get(id: string | number, options?: CallOptions): Promise<T.ContactsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/contacts/{id}', session: '/api/contacts/{id}' }, params: { id } }, options);
  }

  /** Change a contact. What is absent stays, null empties. Attributes are replaced as a whole. Lists with double opt-in ask a member again at a new e-mail address. */
  update(id: string | number, body: T.ContactsUpdateData['body'] = {}, options?: CallOptions): Promise<T.ContactsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: { key: '/v1/contacts/{id}', session: '/api/contacts/{id}' }, params: { id }, body }, options);
  }

  /** Remove a contact, from its lists too. Messages that were sent to the contact stay in the history. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/contacts/{id}', session: '/api/contacts/{id}' }, params: { id } }, options);
  }
}

class ListedContactsResource {
  constructor(private readonly transport: Transport) {}

  /** List the members of a list, newest contact first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(id: string | number, query?: T.ListedContactsListData['query'], options?: CallOptions): Listing<T.ListedContactsListResponse, T.ListedContactsListResponse['Contacts'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/lists/{id}/members', session: '/api/lists/{id}/members' }, params: { id }, query }, ['Contacts', 'NextCursor'], options);
  }
}

class ListsResource {
  constructor(private readonly transport: Transport) {}

  /** Put contacts on a list. All of them, or none when one of the ids is that of no contact of the account. On a list with double opt-in they are pending until they confirm by the link in a mail; those that are pending already get another one, at most every ten minutes and five in all. */
  addMembers(id: string | number, body: T.ListsAddMembersData['body'], options?: CallOptions): Promise<T.ListsAddMembersResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/lists/{id}/members', session: '/api/lists/{id}/members' }, params: { id }, body }, options);
  }

  /** Take contacts off a list. Those that are not on it are passed over. */
  removeMembers(id: string | number, body: T.ListsRemoveMembersData['body'], options?: CallOptions): Promise<T.ListsRemoveMembersResponse> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/lists/{id}/members', session: '/api/lists/{id}/members' }, params: { id }, body }, options);
  }

  /** List lists, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.ListsListData['query'], options?: CallOptions): Listing<T.ListsListResponse, T.ListsListResponse['Lists'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/lists', session: '/api/lists' }, query }, ['Lists', 'NextCursor'], options);
  }

  /** Add a list, or change the one that has the slug. 201 for a new list, 200 for one that was changed. 422 DomainNotVerified for DoubleOptIn without a sender for its mails. */
  upsert(body: T.ListsUpsertData['body'], options?: CallOptions): Promise<T.ListsUpsertResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/lists', session: '/api/lists' }, body }, options);
  }

  /** Read a list. MemberCount says how many contacts are on the list. */
  get(id: string | number, options?: CallOptions): Promise<T.ListsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/lists/{id}', session: '/api/lists/{id}' }, params: { id } }, options);
  }

  /** Remove a list; its members stay contacts. 409 while a campaign to it is scheduled, running or paused. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/lists/{id}', session: '/api/lists/{id}' }, params: { id } }, options);
  }
}

class DashboardSendResource {
  constructor(private readonly transport: Transport) {}

  /** Send a message of any channel. Takes Channel and the fields of the send route of that channel. */
  send(body: T.DashboardSendSendData['body'], options?: CallOptions): Promise<T.DashboardSendSendResponse> {
    return this.transport.json({ method: 'POST', path: '/api/messages/send', body, takesIdempotencyKey: true }, options);
  }
}

class ResendResource {
  constructor(private readonly transport: Transport) {}

  /** Send a message again: a new one of the same content to the same recipient. Answers the new message. 409 while it is on its way, for a message of a test key in production and for a mail that asks for a confirmation; 410 once its content was erased. */
  resend(id: string | number, options?: CallOptions): Promise<T.ResendResendResponse> {
    return this.transport.json({ method: 'POST', path: '/api/messages/{id}/resend', params: { id }, takesIdempotencyKey: true }, options);
  }
}

class EmailsResource {
  constructor(private readonly transport: Transport) {}

  /** Send an e-mail. Each recipient becomes a message of its own; MessageId is the first of MessageIds. */
  send(body: T.EmailsSendData['body'], options?: CallOptions): Promise<T.EmailsSendResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/emails/send', body, takesIdempotencyKey: true }, options);
  }

  /** Send up to 500 e-mails. Each item is judged by itself: its result has a MessageId or an Error. Repeated under its header key, the call answers with the same MessageIds and tries the refused items again. */
  batch(body: T.EmailsBatchData['body'], options?: CallOptions): Promise<T.EmailsBatchResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/emails/batch', body, takesIdempotencyKey: true }, options);
  }

  /** List sent e-mails, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.EmailsListData['query'], options?: CallOptions): Listing<T.EmailsListResponse, T.EmailsListResponse['Messages'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/emails', query }, ['Messages', 'NextCursor'], options);
  }

  /** Read an e-mail with its body and timeline. 404 for an e-mail of another tenant, as for one that does not exist. */
  read(id: string | number, options?: CallOptions): Promise<T.EmailsReadResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/emails/{id}', params: { id } }, options);
  }

  /** Cancel an e-mail whose SendAt is still to come. 409 if its time has come or it was not scheduled; a repeat is harmless. */
  cancel(id: string | number, options?: CallOptions): Promise<T.EmailsCancelResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/emails/{id}/cancel', params: { id } }, options);
  }
}

class FeedbackLoopResource {
  constructor(private readonly transport: Transport) {}

  /** Read the address for complaints, and the keys of its domain. Each key has the DNS record to publish. Once one is active, e-mails carry CFBL-Address (RFC 9477). */
  read(options?: CallOptions): Promise<T.FeedbackLoopReadResponse> {
    return this.transport.json({ method: 'GET', path: '/api/admin/feedback-loop' }, options);
  }

  /** Make a key for the domain of the address. The first one, or the successor of the one that signs. It signs from the check that finds its record. */
  createKey(options?: CallOptions): Promise<T.FeedbackLoopCreateKeyResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/feedback-loop/keys' }, options);
  }

  /** Look up the records of the keys. A pending key whose record is found becomes active, and the one before retires. It is also done every ten minutes. */
  check(options?: CallOptions): Promise<T.FeedbackLoopCheckResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/feedback-loop/check' }, options);
  }
}

class InboundRoutesResource {
  constructor(private readonly transport: Transport) {}

  /** Receive mail for addresses of a domain. Publish the MX record of the answer. Each mail is an event email.received. 422 DomainNotVerified for a domain that the account has not verified; 409 if the domain has a route for the recipient. */
  create(body: T.InboundRoutesCreateData['body'], options?: CallOptions): Promise<T.InboundRoutesCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/inbound/routes', session: '/api/inbound/routes' }, body }, options);
  }

  /** List routes of received mail, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.InboundRoutesListData['query'], options?: CallOptions): Listing<T.InboundRoutesListResponse, T.InboundRoutesListResponse['Routes'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/inbound/routes', session: '/api/inbound/routes' }, query }, ['Routes', 'NextCursor'], options);
  }

  /** Read a route of received mail. With the MX record that its domain needs, and what DNS has of it. */
  get(id: string | number, options?: CallOptions): Promise<T.InboundRoutesGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/inbound/routes/{id}', session: '/api/inbound/routes/{id}' }, params: { id } }, options);
  }

  /** Change a route of received mail. What is absent stays, and the domain always. 409 if the domain has a route for the recipient. */
  update(id: string | number, body: T.InboundRoutesUpdateData['body'] = {}, options?: CallOptions): Promise<T.InboundRoutesUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: { key: '/v1/inbound/routes/{id}', session: '/api/inbound/routes/{id}' }, params: { id }, body }, options);
  }

  /** Remove a route of received mail. Mail to its addresses is refused from then on, unless another route takes them. Received mail stays. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/inbound/routes/{id}', session: '/api/inbound/routes/{id}' }, params: { id } }, options);
  }
}

class ReceivedEmailsResource {
  constructor(private readonly transport: Transport) {}

  /** List received e-mails, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.ReceivedEmailsListData['query'], options?: CallOptions): Listing<T.ReceivedEmailsListResponse, T.ReceivedEmailsListResponse['Emails'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/inbound/emails', session: '/api/inbound/emails' }, query }, ['Emails', 'NextCursor'], options);
  }

  /** Read a received e-mail with its texts and files. Its HTML is as it came, and not safe to show. */
  get(id: string | number, options?: CallOptions): Promise<T.ReceivedEmailsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/inbound/emails/{id}', session: '/api/inbound/emails/{id}' }, params: { id } }, options);
  }

  /** Download a received e-mail as it came. Byte for byte. */
  raw(id: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: { key: '/v1/inbound/emails/{id}/raw', session: '/api/inbound/emails/{id}/raw' }, params: { id } }, options);
  }

  /** Download a file of a received e-mail. Decoded. A type that a browser may run is sent as application/octet-stream. */
  attachment(id: string | number, index: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: { key: '/v1/inbound/emails/{id}/attachments/{index}', session: '/api/inbound/emails/{id}/attachments/{index}' }, params: { id, index } }, options);
  }
}

class TenantEventsResource {
  constructor(private readonly transport: Transport) {}

  /** Listen to the changes of an account. Server-sent events: `ready` at first, then `messages.created`, `messages.updated`, `campaigns.changed` and `webhook_deliveries.changed` with Ids and Count, and `tenant.changed` where everything is to be read again. More than 50 are counted and not named. For sessions alone. The stream ends when the access does. 429 for too many streams of one user or account. */
  listen(options?: CallOptions): Promise<EventStream> {
    return this.transport.events({ method: 'GET', path: '/api/events' }, options);
  }
}

class MessageExportResource {
  constructor(private readonly transport: Transport) {}

  /** Export messages as NDJSON or CSV. The filters of the list; oldest first, channel by channel. A line of JSON for each message, as the list shows it, or CSV, in which no cell is a formula. The export is recorded in the audit log before the first byte. A whole file ends with the trailer X-Export-Cursor: given as `after`, it begins the next export, which has the messages of the last minute once more. The id of the last whole line of a file that broke off, given as `after`, begins the rest of that file. Two exports of an account run at a time; 429 beyond that. */
  export(query?: T.MessageExportExportData['query'], options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: { key: '/v1/messages/export', session: '/api/messages/export' }, query }, options);
  }
}

class DevicesResource {
  constructor(private readonly transport: Transport) {}

  /** Register a device for push messages. Once for each token: a repetition activates the device again. UserRef and Metadata are not kept. */
  register(body: T.DevicesRegisterData['body'], options?: CallOptions): Promise<T.DevicesRegisterResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/push/devices', body }, options);
  }

  /** List devices, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.DevicesListData['query'], options?: CallOptions): Listing<T.DevicesListResponse, T.DevicesListResponse['Devices'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/push/devices', query }, ['Devices', 'NextCursor'], options);
  }

  /** Remove a device. With its token. Messages to it that wait fail. It is added again when it registers again. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/push/devices/{id}', params: { id } }, options);
  }
}

class TenantDevicesResource {
  constructor(private readonly transport: Transport) {}

  /** List the devices of the account, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.TenantDevicesListData['query'], options?: CallOptions): Listing<T.TenantDevicesListResponse, T.TenantDevicesListResponse['Devices'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/push/devices', query }, ['Devices', 'NextCursor'], options);
  }

  /** Remove a device. With its token. Messages to it that wait fail. It is added again when it registers again. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/push/devices/{id}', params: { id } }, options);
  }
}

class SiteConfigResource {
  constructor(private readonly transport: Transport) {}

  /** What a web site needs for push messages to its visitors. Makes the key pair of the account when it is first called. PublicKey is that of /api/push/credentials, if one is set. */
  read(options?: CallOptions): Promise<T.SiteConfigReadResponse> {
    return this.transport.json({ method: 'GET', path: '/api/push/site-config' }, options);
  }
}

class SiteDevicesResource {
  constructor(private readonly transport: Transport) {}

  /** Register a visitor's browser. For the snippet of /api/push/site-config, from any origin. The site key opens this and nothing else. */
  register(body: T.SiteDevicesRegisterData['body'], options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'POST', path: '/push/site/devices', body }, options);
  }
}

class PushResource {
  constructor(private readonly transport: Transport) {}

  /** Send a push message to devices or to a topic. Each device, or the topic, becomes a message of its own; MessageId is the first of MessageIds. */
  send(body: T.PushSendData['body'] = {}, options?: CallOptions): Promise<T.PushSendResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/push/send', body, takesIdempotencyKey: true }, options);
  }

  /** Cancel a push message whose SendAt is still to come. 409 if its time has come or it was not scheduled; a repeat is harmless. */
  cancel(id: string | number, options?: CallOptions): Promise<T.PushCancelResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/push/{id}/cancel', params: { id } }, options);
  }
}

class ProtectedResourceResource {
  constructor(private readonly transport: Transport) {}

  /** Where users of this API sign in. The metadata of an OAuth 2.0 protected resource (RFC 9728). authorization_servers has the issuer, whose discovery document is at {issuer}/.well-known/oauth-authorization-server. */
  metadata(options?: CallOptions): Promise<T.ProtectedResourceMetadataResponse> {
    return this.transport.json({ method: 'GET', path: '/.well-known/oauth-protected-resource' }, options);
  }
}

class ReportsResource {
  constructor(private readonly transport: Transport) {}

  /** Totals and rates of a period. Each event counts in the hour in which it happened. Of one tag, campaign or environment, or of all. */
  overview(query?: T.ReportsOverviewData['query'], options?: CallOptions): Promise<T.ReportsOverviewResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/reports/overview', session: '/api/reports/overview' }, query }, options);
  }

  /** Totals by hour, day, week or month. At is the beginning of each interval. Of one tag, campaign or environment, or of all. */
  timeseries(query?: T.ReportsTimeseriesData['query'], options?: CallOptions): Promise<T.ReportsTimeseriesResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/reports/timeseries', session: '/api/reports/timeseries' }, query }, options);
  }

  /** The tags, campaigns or environments that most messages are of. by says which; tags are those with one key. limit says how many are listed. */
  groups(query?: T.ReportsGroupsData['query'], options?: CallOptions): Promise<T.ReportsGroupsResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/reports/groups', session: '/api/reports/groups' }, query }, options);
  }

  /** The templates that most messages were made from. limit says how many templates are listed. */
  topTemplates(query?: T.ReportsTopTemplatesData['query'], options?: CallOptions): Promise<T.ReportsTopTemplatesResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/reports/top-templates', session: '/api/reports/top-templates' }, query }, options);
  }
}

class SuppressionsResource {
  constructor(private readonly transport: Transport) {}

  /** List suppressed addresses, newest first. A search looks at a bounded number of entries: a page may be short or empty and have more behind it. */
  list(query?: T.SuppressionsListData['query'], options?: CallOptions): Listing<T.SuppressionsListResponse, T.SuppressionsListResponse['Suppressions'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/suppressions', session: '/api/suppressions' }, query }, ['Suppressions', 'NextCursor'], options);
  }

  /** Suppress an address. Nothing more is sent to it, or with TopicId nothing more of the topic. A number may be suppressed for one sender of texts alone. An address that is suppressed already is answered 200, as it stands; a complaint takes the entry over. */
  create(body: T.SuppressionsCreateData['body'], options?: CallOptions): Promise<T.SuppressionsCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/suppressions', session: '/api/suppressions' }, body }, options);
  }

  /** Read a suppressed address. Source says what suppressed the address. */
  get(name: string | number, options?: CallOptions): Promise<T.SuppressionsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/suppressions/{name}', session: '/api/suppressions/{name}' }, params: { name } }, options);
  }

  /** Send to an address again. Messages to the address are accepted again. */
  delete(name: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/suppressions/{name}', session: '/api/suppressions/{name}' }, params: { name } }, options);
  }
}

class SmsResource {
  constructor(private readonly transport: Transport) {}

  /** Send a text. Each recipient becomes a message of its own; MessageId is the first of MessageIds. */
  send(body: T.SmsSendData['body'], options?: CallOptions): Promise<T.SmsSendResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/sms/send', body, takesIdempotencyKey: true }, options);
  }

  /** Cancel a text whose SendAt is still to come. 409 if its time has come or it was not scheduled; a repeat is harmless. */
  cancel(id: string | number, options?: CallOptions): Promise<T.SmsCancelResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/sms/{id}/cancel', params: { id } }, options);
  }
}

class SmsCountriesResource {
  constructor(private readonly transport: Transport) {}

  /** Read the countries that texts go to. Allowed is the list, or its default, without the countries that the installation does not send to. */
  get(options?: CallOptions): Promise<T.SmsCountriesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/sms/countries' }, options);
  }

  /** Set the countries that texts go to. A text to any other country is rejected (422). */
  update(body: T.SmsCountriesUpdateData['body'], options?: CallOptions): Promise<T.SmsCountriesUpdateResponse> {
    return this.transport.json({ method: 'PUT', path: '/api/sms/countries', body }, options);
  }
}

class SmsCredentialsResource {
  constructor(private readonly transport: Transport) {}

  /** List the account's own carrier of texts. Without its secret. If none is listed, texts leave by the carrier of the installation. */
  list(options?: CallOptions): Promise<T.SmsCredentialsListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/sms/credentials' }, options);
  }

  /** Set a carrier that speaks as Twilio does. It replaces a carrier that is set. The carrier is asked for the account first: 422 if it refuses, or cannot be reached within ten seconds. */
  setTwilio(body: T.SmsCredentialsSetTwilioData['body'], options?: CallOptions): Promise<T.SmsCredentialsSetTwilioResponse> {
    return this.transport.json({ method: 'PUT', path: '/api/sms/credentials/twilio', body }, options);
  }

  /** Set a carrier that speaks SMPP 3.4. It replaces a carrier that is set. The platform binds as a transceiver first: 422 if the carrier refuses, or cannot be reached within ten seconds. */
  setSmpp(body: T.SmsCredentialsSetSmppData['body'], options?: CallOptions): Promise<T.SmsCredentialsSetSmppResponse> {
    return this.transport.json({ method: 'PUT', path: '/api/sms/credentials/smpp', body }, options);
  }

  /** Read the own carrier. Without its secret. LastWorkedAt before LastUsedAt means that the carrier refuses texts. */
  get(id: string | number, options?: CallOptions): Promise<T.SmsCredentialsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/sms/credentials/{id}', params: { id } }, options);
  }

  /** Remove the own carrier. Texts leave by the carrier of the installation from then on, if there is one, and from confirmed senders. Those that were accepted for the own carrier and have not left fail. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/sms/credentials/{id}', params: { id } }, options);
  }
}

class TemplatesResource {
  constructor(private readonly transport: Transport) {}

  /** Add a template. Liquid: {{ variable }}, conditions and loops. Variables are escaped in Html. */
  create(body: T.TemplatesCreateData['body'], options?: CallOptions): Promise<T.TemplatesCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/templates', session: '/api/templates' }, body }, options);
  }

  /** List templates, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.TemplatesListData['query'], options?: CallOptions): Listing<T.TemplatesListResponse, T.TemplatesListResponse['Templates'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/templates', session: '/api/templates' }, query }, ['Templates', 'NextCursor'], options);
  }

  /** Read a template. 404 for a template of another tenant, as for one that does not exist. */
  get(id: string | number, options?: CallOptions): Promise<T.TemplatesGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/templates/{id}', session: '/api/templates/{id}' }, params: { id } }, options);
  }

  /** Change a template. Messages that were accepted keep the text they were accepted with. */
  update(id: string | number, body: T.TemplatesUpdateData['body'] = {}, options?: CallOptions): Promise<T.TemplatesUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: { key: '/v1/templates/{id}', session: '/api/templates/{id}' }, params: { id }, body }, options);
  }

  /** Remove a template. Messages that were accepted keep the text they were accepted with. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/templates/{id}', session: '/api/templates/{id}' }, params: { id } }, options);
  }

  /** Fill a template with data, without sending anything. 422 names a variable that the template uses and Data lacks. */
  preview(id: string | number, body: T.TemplatesPreviewData['body'], options?: CallOptions): Promise<T.TemplatesPreviewResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/templates/{id}/preview', session: '/api/templates/{id}/preview' }, params: { id }, body }, options);
  }
}

class TemplateTestResource {
  constructor(private readonly transport: Transport) {}

  /** Send a template of e-mail as a test, to yourself or a member. Its subject begins with [Test]. 422 for another address, and for a variable that Data lacks. */
  send(id: string | number, body: T.TemplateTestSendData['body'], options?: CallOptions): Promise<T.TemplateTestSendResponse> {
    return this.transport.json({ method: 'POST', path: '/api/templates/{id}/test', params: { id }, body }, options);
  }
}

class TopicsResource {
  constructor(private readonly transport: Transport) {}

  /** List topics, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.TopicsListData['query'], options?: CallOptions): Listing<T.TopicsListResponse, T.TopicsListResponse['Topics'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/topics', session: '/api/topics' }, query }, ['Topics', 'NextCursor'], options);
  }

  /** Add a topic. 409 if a topic has the slug. Recipients see its name and its description. */
  create(body: T.TopicsCreateData['body'], options?: CallOptions): Promise<T.TopicsCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/topics', session: '/api/topics' }, body }, options);
  }

  /** Read a topic. By its id or its slug. */
  get(name: string | number, options?: CallOptions): Promise<T.TopicsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/topics/{name}', session: '/api/topics/{name}' }, params: { name } }, options);
  }

  /** Change a topic. What is absent stays. The slug stays always: calls name the topic by it. */
  update(name: string | number, body: T.TopicsUpdateData['body'] = {}, options?: CallOptions): Promise<T.TopicsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: { key: '/v1/topics/{name}', session: '/api/topics/{name}' }, params: { name }, body }, options);
  }

  /** Remove a topic. Calls that name it are refused from then on; a campaign that does so pauses. Its suppressions stay listed. */
  delete(name: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/topics/{name}', session: '/api/topics/{name}' }, params: { name } }, options);
  }
}

class TenantsResource {
  constructor(private readonly transport: Transport) {}

  /** The tenants of the session. Role is the role of the user in the tenant. */
  list(options?: CallOptions): Promise<T.TenantsListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/tenants' }, options);
  }

  /** Make a tenant. The user of the session owns it. A user owns at most 20. */
  create(body: T.TenantsCreateData['body'], options?: CallOptions): Promise<T.TenantsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/tenants', body }, options);
  }

  /** One tenant of the session. 404 for a tenant that the user does not belong to. */
  get(id: string | number, options?: CallOptions): Promise<T.TenantsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/tenants/{id}', params: { id } }, options);
  }

  /** Rename a tenant. Needs an owner or admin. Its slug stays. */
  update(id: string | number, body: T.TenantsUpdateData['body'] = {}, options?: CallOptions): Promise<T.TenantsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/tenants/{id}', params: { id }, body }, options);
  }
}

class TenantDeletionResource {
  constructor(private readonly transport: Transport) {}

  /** Delete a tenant. Needs an owner and their password. For seven days the tenant is suspended: nothing is sent, what is queued waits, and an owner can restore it (DeletesAt says until when). Then everything of it is removed from every API for good. A repeat changes nothing. */
  delete(id: string | number, body: T.TenantDeletionDeleteData['body'] = {}, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/tenants/{id}', params: { id }, body }, options);
  }

  /** Restore a tenant that waits to be deleted. Needs an owner. It is as it was before, and goes on with what is queued. 409 for any other tenant. */
  restore(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'POST', path: '/api/tenants/{id}/restore', params: { id } }, options);
  }
}

class ApiKeysResource {
  constructor(private readonly transport: Transport) {}

  /** Make an API key. Only this answer shows the key itself. Needs an owner or admin. 409 while 100 keys are not revoked. */
  create(id: string | number, body: T.ApiKeysCreateData['body'] = {}, options?: CallOptions): Promise<T.ApiKeysCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/tenants/{id}/api-keys', params: { id }, body }, options);
  }

  /** The API keys of a tenant. A key itself is shown only when it is made; the list has its first and its last characters. */
  list(id: string | number, query?: T.ApiKeysListData['query'], options?: CallOptions): Listing<T.ApiKeysListResponse, T.ApiKeysListResponse['ApiKeys'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/tenants/{id}/api-keys', params: { id }, query }, ['ApiKeys', 'NextCursor'], options);
  }

  /** Revoke an API key. When this has answered, every API rejects the key. A repeat is harmless. */
  revoke(id: string | number, keyId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/tenants/{id}/api-keys/{keyId}', params: { id, keyId } }, options);
  }
}

class MembersResource {
  constructor(private readonly transport: Transport) {}

  /** The members of a tenant. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(id: string | number, query?: T.MembersListData['query'], options?: CallOptions): Listing<T.MembersListResponse, T.MembersListResponse['Members'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/tenants/{id}/members', params: { id }, query }, ['Members', 'NextCursor'], options);
  }

  /** Give a member another role. Needs an owner or admin; only an owner makes and changes owners, and there is always one left (409). When this has answered, every API enforces the new role. */
  setRole(id: string | number, userId: string | number, body: T.MembersSetRoleData['body'], options?: CallOptions): Promise<T.MembersSetRoleResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/tenants/{id}/members/{userId}', params: { id, userId }, body }, options);
  }

  /** Remove a member, or leave. Every member may leave. To remove another member takes an owner or admin, and an owner if it is an owner. The last owner stays (409). When this has answered, every API denies them the tenant. */
  remove(id: string | number, userId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/tenants/{id}/members/{userId}', params: { id, userId } }, options);
  }
}

class InvitationsResource {
  constructor(private readonly transport: Transport) {}

  /** Invite a user to a tenant. Sends a mail with a link that works for a week. Needs an owner or admin. A member, or an address that is invited already, is 409; a tenant has at most 100 open invitations. */
  create(id: string | number, body: T.InvitationsCreateData['body'], options?: CallOptions): Promise<T.InvitationsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/tenants/{id}/invitations', params: { id }, body }, options);
  }

  /** The open invitations of a tenant. An open invitation is neither accepted nor revoked. */
  list(id: string | number, options?: CallOptions): Promise<T.InvitationsListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/tenants/{id}/invitations', params: { id } }, options);
  }

  /** Revoke an invitation. When this has answered, its link is invalid. A repeat is harmless; an accepted one is 409. */
  revoke(id: string | number, invitationId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/tenants/{id}/invitations/{invitationId}', params: { id, invitationId } }, options);
  }

  /** Accept an invitation. By the token of the mail, with a session of the user who has the address that it was sent to (403 otherwise). Used, revoked and old ones are 410, a token that was never sent 422. It proves the address: a first proof removes what was set in the account before, but for this session and the password. */
  accept(body: T.InvitationsAcceptData['body'], options?: CallOptions): Promise<T.InvitationsAcceptResponse> {
    return this.transport.json({ method: 'POST', path: '/api/invitations/accept', body }, options);
  }
}

class TrackingSettingsResource {
  constructor(private readonly transport: Transport) {}

  /** Read what is tracked of e-mails by default. Opens and Clicks hold for e-mails that do not say TrackOpens or TrackClicks. */
  get(options?: CallOptions): Promise<T.TrackingSettingsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/tracking' }, options);
  }

  /** Choose what is tracked of e-mails by default. For e-mails of live keys that do not say themselves; off until chosen. Test keys track when asked to. */
  update(body: T.TrackingSettingsUpdateData['body'] = {}, options?: CallOptions): Promise<T.TrackingSettingsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/tracking', body }, options);
  }
}

class WebhooksResource {
  constructor(private readonly transport: Transport) {}

  /** Add a webhook endpoint. The answer holds the secret that signs its deliveries; it is not shown again. */
  create(body: T.WebhooksCreateData['body'], options?: CallOptions): Promise<T.WebhooksCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/webhooks', session: '/api/webhooks' }, body }, options);
  }

  /** List webhook endpoints, newest first. Without their secrets. */
  list(query?: T.WebhooksListData['query'], options?: CallOptions): Listing<T.WebhooksListResponse, T.WebhooksListResponse['Webhooks'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/webhooks', session: '/api/webhooks' }, query }, ['Webhooks', 'NextCursor'], options);
  }

  /** Read a webhook endpoint. Without its secret: that is shown when it is made. */
  get(id: string | number, options?: CallOptions): Promise<T.WebhooksGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/webhooks/{id}', session: '/api/webhooks/{id}' }, params: { id } }, options);
  }

  /** Change a webhook endpoint. While it is not active, nothing is sent: new events are not kept for it, waiting deliveries fail. */
  update(id: string | number, body: T.WebhooksUpdateData['body'] = {}, options?: CallOptions): Promise<T.WebhooksUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: { key: '/v1/webhooks/{id}', session: '/api/webhooks/{id}' }, params: { id }, body }, options);
  }

  /** Remove a webhook endpoint. Nothing is sent to it any more, not even what waits. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/webhooks/{id}', session: '/api/webhooks/{id}' }, params: { id } }, options);
  }

  /** Give a webhook endpoint a new secret. For 24 hours each delivery bears a signature by the new secret and one by the secret before. */
  rotateSecret(id: string | number, body: T.WebhooksRotateSecretData['body'] = {}, options?: CallOptions): Promise<T.WebhooksRotateSecretResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/webhooks/{id}/rotate-secret', session: '/api/webhooks/{id}/rotate-secret' }, params: { id }, body }, options);
  }

  /** Send a sample event to a webhook endpoint. It is queued, signed, delivered and retried like any other; its Data has Test: true. */
  test(id: string | number, body: T.WebhooksTestData['body'] = {}, options?: CallOptions): Promise<T.WebhooksTestResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/webhooks/{id}/test', session: '/api/webhooks/{id}/test' }, params: { id }, body }, options);
  }

  /** Deliver the events of a time once more. Each event that was to be delivered in that time, once, with the same EventId and payload. */
  replay(id: string | number, body: T.WebhooksReplayData['body'], options?: CallOptions): Promise<T.WebhooksReplayResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/webhooks/{id}/replay', session: '/api/webhooks/{id}/replay' }, params: { id }, body }, options);
  }
}

class WebhookDeliveriesResource {
  constructor(private readonly transport: Transport) {}

  /** List deliveries to a webhook endpoint, newest first. Status and the outcome of the last attempt of each; a single delivery shows all attempts. */
  list(id: string | number, query?: T.WebhookDeliveriesListData['query'], options?: CallOptions): Listing<T.WebhookDeliveriesListResponse, T.WebhookDeliveriesListResponse['Deliveries'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/webhooks/{id}/deliveries', session: '/api/webhooks/{id}/deliveries' }, params: { id }, query }, ['Deliveries', 'NextCursor'], options);
  }

  /** Read a delivery with its payload and attempts. 404 for a delivery of another endpoint, as for one that does not exist. */
  get(id: string | number, delivery: string | number, options?: CallOptions): Promise<T.WebhookDeliveriesGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/webhooks/{id}/deliveries/{delivery}', session: '/api/webhooks/{id}/deliveries/{delivery}' }, params: { id, delivery } }, options);
  }

  /** Deliver an event again. Makes a new delivery of the same event, with the same EventId and payload, whatever became of this. */
  resend(id: string | number, delivery: string | number, body: T.WebhookDeliveriesResendData['body'] = {}, options?: CallOptions): Promise<T.WebhookDeliveriesResendResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/webhooks/{id}/deliveries/{delivery}/resend', session: '/api/webhooks/{id}/deliveries/{delivery}/resend' }, params: { id, delivery }, body }, options);
  }
}

class SigningCertificateResource {
  constructor(private readonly transport: Transport) {}

  /** Fetch the certificate of webhooks in the format ses. Where SigningCertURL of their bodies leads. The platform signed it itself, and it is never renewed. */
  read(options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/.well-known/webhooks.pem' }, options);
  }
}

class AttachmentUploadsResource {
  constructor(private readonly transport: Transport) {}

  /** Upload a file to attach it to e-mails. As the field File of a form, or as the body, with its Content-Type and ?FileName=. E-mails name it as UploadId, any number of them, for a day. 409 with a thousand files or 5 GiB. */
  create(body: T.AttachmentUploadsCreateData['body'] | FormData, query?: T.AttachmentUploadsCreateData['query'], options?: CallOptions): Promise<T.AttachmentUploadsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/attachments', query, body, type: 'multipart/form-data' }, options);
  }

  /** An uploaded file. What it is, and until when an e-mail may be sent with it; 404 after that. */
  read(id: string | number, options?: CallOptions): Promise<T.AttachmentUploadsReadResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/attachments/{id}', params: { id } }, options);
  }

  /** Delete an uploaded file. No further e-mail can name it, and its room is free. E-mails that were accepted with it have it still. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/attachments/{id}', params: { id } }, options);
  }
}

class DomainsResource {
  constructor(private readonly transport: Transport) {}

  /** Add a sending domain. Makes its DKIM keys. Publish the records of the answer, then verify the domain. */
  create(body: T.DomainsCreateData['body'], options?: CallOptions): Promise<T.DomainsCreateResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/domains', session: '/api/domains' }, body }, options);
  }

  /** List sending domains, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.DomainsListData['query'], options?: CallOptions): Listing<T.DomainsListResponse, T.DomainsListResponse['Domains'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/domains', session: '/api/domains' }, query }, ['Domains', 'NextCursor'], options);
  }

  /** Read a sending domain with its records and keys. Records are the DNS records that the domain needs. */
  get(id: string | number, options?: CallOptions): Promise<T.DomainsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/domains/{id}', session: '/api/domains/{id}' }, params: { id } }, options);
  }

  /** Remove a sending domain with its keys. Nothing more is accepted from it. E-mails that were accepted before are still sent, unsigned. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: { key: '/v1/domains/{id}', session: '/api/domains/{id}' }, params: { id } }, options);
  }

  /** Look the domain's records up and verify it. It is verified when the ownership record and one DKIM record are found. Keys whose records are found sign from then on. 409: another account has it verified; 503: its name servers did not answer; nothing has changed then. */
  verify(id: string | number, body: T.DomainsVerifyData['body'] = {}, options?: CallOptions): Promise<T.DomainsVerifyResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/domains/{id}/verify', session: '/api/domains/{id}/verify' }, params: { id }, body }, options);
  }

  /** Give a sending domain new DKIM keys. The present keys sign until a check finds the records of the new ones, and their own records stay listed for seven days after that. 409: keys made before still wait for their records. */
  rotateKeys(id: string | number, body: T.DomainsRotateKeysData['body'] = {}, options?: CallOptions): Promise<T.DomainsRotateKeysResponse> {
    return this.transport.json({ method: 'POST', path: { key: '/v1/domains/{id}/rotate-keys', session: '/api/domains/{id}/rotate-keys' }, params: { id }, body }, options);
  }
}

class PushCredentialsResource {
  constructor(private readonly transport: Transport) {}

  /** List the account's own credentials of push services. Without their secrets. For a kind that is not listed, the credential of the installation is used. */
  list(options?: CallOptions): Promise<T.PushCredentialsListResponse> {
    return this.transport.json({ method: 'GET', path: '/api/push/credentials' }, options);
  }

  /** Set the account's own FCM service account. For Android devices and topics. Topics then have no account id before them. */
  setFcm(body: T.PushCredentialsSetFcmData['body'], options?: CallOptions): Promise<T.PushCredentialsSetFcmResponse> {
    return this.transport.json({ method: 'PUT', path: '/api/push/credentials/fcm', body }, options);
  }

  /** Set the account's own key for APNs. For iOS devices. */
  setApns(body: T.PushCredentialsSetApnsData['body'], options?: CallOptions): Promise<T.PushCredentialsSetApnsResponse> {
    return this.transport.json({ method: 'PUT', path: '/api/push/credentials/apns', body }, options);
  }

  /** Set the account's own VAPID keys. For browsers. Those that subscribed with other keys must subscribe again. */
  setVapid(body: T.PushCredentialsSetVapidData['body'], options?: CallOptions): Promise<T.PushCredentialsSetVapidResponse> {
    return this.transport.json({ method: 'PUT', path: '/api/push/credentials/vapid', body }, options);
  }

  /** Read a credential. Without its secret. LastWorkedAt before LastUsedAt means that the push service refuses it. */
  get(id: string | number, options?: CallOptions): Promise<T.PushCredentialsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/push/credentials/{id}', params: { id } }, options);
  }

  /** Delete a credential. The credential of the installation is used from then on. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/push/credentials/{id}', params: { id } }, options);
  }
}

class PushReceiptsResource {
  constructor(private readonly transport: Transport) {}

  /** Confirm a push message. The device that got a message posts to the address that came with it as `receipt`. The body does not matter, and a second receipt changes nothing. */
  confirm(token: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'POST', path: '/t/r/{token}', params: { token } }, options);
  }
}

class SandboxInboundResource {
  constructor(private readonly transport: Transport) {}

  /** Play a text that comes in, in the sandbox. STOP, START and HELP in several languages apply, and any text is kept and told to webhooks. In production texts come from the carrier alone (404). */
  take(body: T.SandboxInboundTakeData['body'], options?: CallOptions): Promise<T.SandboxInboundTakeResponse> {
    return this.transport.json({ method: 'POST', path: '/api/sms/inbound', body }, options);
  }
}

class ReceivedTextsResource {
  constructor(private readonly transport: Transport) {}

  /** List received texts, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.ReceivedTextsListData['query'], options?: CallOptions): Listing<T.ReceivedTextsListResponse, T.ReceivedTextsListResponse['Texts'][number]> {
    return this.transport.list({ method: 'GET', path: { key: '/v1/sms/inbound', session: '/api/sms/inbound' }, query }, ['Texts', 'NextCursor'], options);
  }

  /** Read a received text. Texts to the sender of the installation are not kept: it is not known for which account they are. */
  get(id: string | number, options?: CallOptions): Promise<T.ReceivedTextsGetResponse> {
    return this.transport.json({ method: 'GET', path: { key: '/v1/sms/inbound/{id}', session: '/api/sms/inbound/{id}' }, params: { id } }, options);
  }
}

class SmsSendersResource {
  constructor(private readonly transport: Transport) {}

  /** Add a sender of texts. It is pending until it is confirmed: a number by a code or an operator, a name by an operator. */
  create(body: T.SmsSendersCreateData['body'], options?: CallOptions): Promise<T.SmsSendersCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/api/sms/senders', body }, options);
  }

  /** List the senders of texts, newest first. NextCursor of a page, passed as cursor, begins the next page; 0 means the end. */
  list(query?: T.SmsSendersListData['query'], options?: CallOptions): Listing<T.SmsSendersListResponse, T.SmsSendersListResponse['Senders'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/sms/senders', query }, ['Senders', 'NextCursor'], options);
  }

  /** Read a sender of texts. State says whether live texts may come from it. */
  get(id: string | number, options?: CallOptions): Promise<T.SmsSendersGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/sms/senders/{id}', params: { id } }, options);
  }

  /** Make a sender the default. Texts without From come from it once it is confirmed. */
  update(id: string | number, body: T.SmsSendersUpdateData['body'], options?: CallOptions): Promise<T.SmsSendersUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/sms/senders/{id}', params: { id }, body }, options);
  }

  /** Remove a sender. Texts that were accepted from it are still sent. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/sms/senders/{id}', params: { id } }, options);
  }

  /** Text a code to a number. Six digits, valid for ten minutes and five tries; a new code replaces the one before. A number gets three a day, an account asks for ten a day, and each counts towards its quota and daily limit. 403: your e-mail address is not verified; 409: the sender is confirmed; 404 NotInstalled: there is no carrier. */
  sendCode(id: string | number, body: T.SmsSendersSendCodeData['body'] = {}, options?: CallOptions): Promise<T.SmsSendersSendCodeResponse> {
    return this.transport.json({ method: 'POST', path: '/api/sms/senders/{id}/code', params: { id }, body }, options);
  }

  /** Confirm a number by its code. 422: the code is wrong or no longer valid. 409: it is confirmed already, or another account has it. */
  confirm(id: string | number, body: T.SmsSendersConfirmData['body'], options?: CallOptions): Promise<T.SmsSendersConfirmResponse> {
    return this.transport.json({ method: 'POST', path: '/api/sms/senders/{id}/confirm', params: { id }, body }, options);
  }
}

class ConsoleSendersResource {
  constructor(private readonly transport: Transport) {}

  /** List the senders of texts of all tenants, newest first. state=pending lists those that wait to be confirmed. */
  list(query?: T.ConsoleSendersListData['query'], options?: CallOptions): Listing<T.ConsoleSendersListResponse, T.ConsoleSendersListResponse['Senders'][number]> {
    return this.transport.list({ method: 'GET', path: '/api/admin/sms/senders', query }, ['Senders', 'NextCursor'], options);
  }

  /** Confirm a sender of texts. Live texts of its tenant may come from it. 409: it is confirmed already, or another account has it. */
  confirm(id: string | number, body: T.ConsoleSendersConfirmData['body'] = {}, options?: CallOptions): Promise<T.ConsoleSendersConfirmResponse> {
    return this.transport.json({ method: 'POST', path: '/api/admin/sms/senders/{id}/confirm', params: { id }, body }, options);
  }

  /** Remove a sender of a tenant. Such as a number that another account has proved to be its own. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/api/admin/sms/senders/{id}', params: { id } }, options);
  }
}

class BrandResource {
  constructor(private readonly transport: Transport) {}

  /** Read how recipients see the account. Its name and its colour on the page where recipients choose what they get. */
  get(options?: CallOptions): Promise<T.BrandGetResponse> {
    return this.transport.json({ method: 'GET', path: '/api/brand' }, options);
  }

  /** Choose how recipients see the account. For the page where recipients choose what they get. What is absent stays. */
  update(body: T.BrandUpdateData['body'] = {}, options?: CallOptions): Promise<T.BrandUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/api/brand', body }, options);
  }
}

export class PlatformApi {
  readonly accountExport: AccountExportResource;
  readonly account: AccountResource;
  readonly tenantUsage: TenantUsageResource;
  readonly accountDeletion: AccountDeletionResource;
  readonly auth: AuthResource;
  readonly profile: ProfileResource;
  readonly twoFactor: TwoFactorResource;
  readonly passwords: PasswordsResource;
  readonly messages: MessagesResource;
  readonly sessions: SessionsResource;
  readonly verification: VerificationResource;
  readonly suggestions: SuggestionsResource;
  readonly blocklist: BlocklistResource;
  readonly datacenters: DatacentersResource;
  readonly deadLetters: DeadLettersResource;
  readonly queues: QueuesResource;
  readonly queueHold: QueueHoldResource;
  readonly audit: AuditResource;
  readonly plans: PlansResource;
  readonly consoleTenants: ConsoleTenantsResource;
  readonly consoleTenantDeletions: ConsoleTenantDeletionsResource;
  readonly support: SupportResource;
  readonly consoleUsers: ConsoleUsersResource;
  readonly campaigns: CampaignsResource;
  readonly campaignTrial: CampaignTrialResource;
  readonly campaignAudience: CampaignAudienceResource;
  readonly alerts: AlertsResource;
  readonly metrics: MetricsResource;
  readonly platformSeries: PlatformSeriesResource;
  readonly contacts: ContactsResource;
  readonly listedContacts: ListedContactsResource;
  readonly lists: ListsResource;
  readonly dashboardSend: DashboardSendResource;
  readonly resend: ResendResource;
  readonly emails: EmailsResource;
  readonly feedbackLoop: FeedbackLoopResource;
  readonly inboundRoutes: InboundRoutesResource;
  readonly receivedEmails: ReceivedEmailsResource;
  readonly tenantEvents: TenantEventsResource;
  readonly messageExport: MessageExportResource;
  readonly devices: DevicesResource;
  readonly tenantDevices: TenantDevicesResource;
  readonly siteConfig: SiteConfigResource;
  readonly siteDevices: SiteDevicesResource;
  readonly push: PushResource;
  readonly protectedResource: ProtectedResourceResource;
  readonly reports: ReportsResource;
  readonly suppressions: SuppressionsResource;
  readonly sms: SmsResource;
  readonly smsCountries: SmsCountriesResource;
  readonly smsCredentials: SmsCredentialsResource;
  readonly templates: TemplatesResource;
  readonly templateTest: TemplateTestResource;
  readonly topics: TopicsResource;
  readonly tenants: TenantsResource;
  readonly tenantDeletion: TenantDeletionResource;
  readonly apiKeys: ApiKeysResource;
  readonly members: MembersResource;
  readonly invitations: InvitationsResource;
  readonly trackingSettings: TrackingSettingsResource;
  readonly webhooks: WebhooksResource;
  readonly webhookDeliveries: WebhookDeliveriesResource;
  readonly signingCertificate: SigningCertificateResource;
  readonly attachmentUploads: AttachmentUploadsResource;
  readonly domains: DomainsResource;
  readonly pushCredentials: PushCredentialsResource;
  readonly pushReceipts: PushReceiptsResource;
  readonly sandboxInbound: SandboxInboundResource;
  readonly receivedTexts: ReceivedTextsResource;
  readonly smsSenders: SmsSendersResource;
  readonly consoleSenders: ConsoleSendersResource;
  readonly brand: BrandResource;

  constructor(transport: Transport) {
    this.accountExport = new AccountExportResource(transport);
    this.account = new AccountResource(transport);
    this.tenantUsage = new TenantUsageResource(transport);
    this.accountDeletion = new AccountDeletionResource(transport);
    this.auth = new AuthResource(transport);
    this.profile = new ProfileResource(transport);
    this.twoFactor = new TwoFactorResource(transport);
    this.passwords = new PasswordsResource(transport);
    this.messages = new MessagesResource(transport);
    this.sessions = new SessionsResource(transport);
    this.verification = new VerificationResource(transport);
    this.suggestions = new SuggestionsResource(transport);
    this.blocklist = new BlocklistResource(transport);
    this.datacenters = new DatacentersResource(transport);
    this.deadLetters = new DeadLettersResource(transport);
    this.queues = new QueuesResource(transport);
    this.queueHold = new QueueHoldResource(transport);
    this.audit = new AuditResource(transport);
    this.plans = new PlansResource(transport);
    this.consoleTenants = new ConsoleTenantsResource(transport);
    this.consoleTenantDeletions = new ConsoleTenantDeletionsResource(transport);
    this.support = new SupportResource(transport);
    this.consoleUsers = new ConsoleUsersResource(transport);
    this.campaigns = new CampaignsResource(transport);
    this.campaignTrial = new CampaignTrialResource(transport);
    this.campaignAudience = new CampaignAudienceResource(transport);
    this.alerts = new AlertsResource(transport);
    this.metrics = new MetricsResource(transport);
    this.platformSeries = new PlatformSeriesResource(transport);
    this.contacts = new ContactsResource(transport);
    this.listedContacts = new ListedContactsResource(transport);
    this.lists = new ListsResource(transport);
    this.dashboardSend = new DashboardSendResource(transport);
    this.resend = new ResendResource(transport);
    this.emails = new EmailsResource(transport);
    this.feedbackLoop = new FeedbackLoopResource(transport);
    this.inboundRoutes = new InboundRoutesResource(transport);
    this.receivedEmails = new ReceivedEmailsResource(transport);
    this.tenantEvents = new TenantEventsResource(transport);
    this.messageExport = new MessageExportResource(transport);
    this.devices = new DevicesResource(transport);
    this.tenantDevices = new TenantDevicesResource(transport);
    this.siteConfig = new SiteConfigResource(transport);
    this.siteDevices = new SiteDevicesResource(transport);
    this.push = new PushResource(transport);
    this.protectedResource = new ProtectedResourceResource(transport);
    this.reports = new ReportsResource(transport);
    this.suppressions = new SuppressionsResource(transport);
    this.sms = new SmsResource(transport);
    this.smsCountries = new SmsCountriesResource(transport);
    this.smsCredentials = new SmsCredentialsResource(transport);
    this.templates = new TemplatesResource(transport);
    this.templateTest = new TemplateTestResource(transport);
    this.topics = new TopicsResource(transport);
    this.tenants = new TenantsResource(transport);
    this.tenantDeletion = new TenantDeletionResource(transport);
    this.apiKeys = new ApiKeysResource(transport);
    this.members = new MembersResource(transport);
    this.invitations = new InvitationsResource(transport);
    this.trackingSettings = new TrackingSettingsResource(transport);
    this.webhooks = new WebhooksResource(transport);
    this.webhookDeliveries = new WebhookDeliveriesResource(transport);
    this.signingCertificate = new SigningCertificateResource(transport);
    this.attachmentUploads = new AttachmentUploadsResource(transport);
    this.domains = new DomainsResource(transport);
    this.pushCredentials = new PushCredentialsResource(transport);
    this.pushReceipts = new PushReceiptsResource(transport);
    this.sandboxInbound = new SandboxInboundResource(transport);
    this.receivedTexts = new ReceivedTextsResource(transport);
    this.smsSenders = new SmsSendersResource(transport);
    this.consoleSenders = new ConsoleSendersResource(transport);
    this.brand = new BrandResource(transport);
  }
}
