// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type ChangeBrandRequest = {
    /**
     * The name of the account when null.
     */
    Name?: string | null;
    /**
     * Of the buttons; their text is black or white, whichever is read better.
     */
    Color?: string | null;
};

export type BrandResponse = {
    Brand: BrandView;
};

export type BrandView = {
    Name: string | null;
    Color: string | null;
};

export type ConsoleSmsSenderResponse = {
    Sender: ConsoleSmsSenderView;
};

export type ConsoleSmsSenderView = {
    Id: string;
    /**
     * What From of a text names.
     */
    Value: string;
    Kind: 'number' | 'alphanumeric';
    State: 'pending' | 'confirmed';
    /**
     * Whether texts without From come from it, once it is confirmed.
     */
    Default: boolean;
    ConfirmedBy: 'code' | 'operator';
    ConfirmedAt: string | null;
    CreatedAt: string;
    TenantId: string;
};

export type ConsoleSmsSenderPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Senders: Array<ConsoleSmsSenderView>;
};

export type ConfirmSmsSenderRequest = {
    Code: string;
};

export type SentCodeResponse = {
    /**
     * The code is valid until then, for five tries.
     */
    ExpiresAt: string;
    /**
     * The code, on an installation for development without a carrier; otherwise null.
     */
    Code: string | null;
};

export type EmptySmsSenderRequest = {
    [key: string]: unknown;
};

export type UpdateSmsSenderRequest = {
    /**
     * Whether texts without From come from it, once it is confirmed.
     */
    Default: boolean;
};

export type SmsSenderPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Senders: Array<SmsSenderView>;
};

export type SmsSenderView = {
    Id: string;
    /**
     * What From of a text names.
     */
    Value: string;
    Kind: 'number' | 'alphanumeric';
    State: 'pending' | 'confirmed';
    /**
     * Whether texts without From come from it, once it is confirmed.
     */
    Default: boolean;
    ConfirmedBy: 'code' | 'operator';
    ConfirmedAt: string | null;
    CreatedAt: string;
};

export type SmsSenderResponse = {
    Sender: SmsSenderView;
};

export type CreateSmsSenderRequest = {
    /**
     * A number in E.164, or a name of at most 11 letters and digits with one letter at least.
     */
    Value: string;
    /**
     * Whether texts without From come from it. The default before it is one no more.
     */
    Default?: boolean;
};

export type ReceivedTextResponse = {
    Text: ReceivedTextView;
};

export type ReceivedTextView = {
    Id: string;
    /**
     * `test` for one that the sandbox played.
     */
    Environment: 'live' | 'test';
    From: string;
    To: string;
    Body: string;
    /**
     * Null for other texts.
     */
    Keyword: 'stop' | 'start' | 'help';
    ReceivedAt: string;
};

export type ReceivedTextPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Texts: Array<ReceivedTextView>;
};

export type SandboxTextResponse = {
    /**
     * Null for other texts.
     */
    Keyword: 'stop' | 'start' | 'help';
    /**
     * False for other texts, and for one that was applied before.
     */
    Applied: boolean;
    /**
     * The answer that the telephone would get.
     */
    Reply: string | null;
    /**
     * The text as it was kept; null for one that came before, and for one to the sender of the installation.
     */
    InboundId: string | null;
};

export type SandboxTextRequest = {
    /**
     * The telephone that texts.
     */
    From: string;
    /**
     * The sender that it answers.
     */
    To: string;
    Body: string;
    /**
     * The id of the text: one that comes again is not applied again.
     */
    Id?: string;
};

export type SetVapidRequest = {
    /**
     * Whom push services contact about your messages (RFC 8292).
     */
    Subject: string;
    /**
     * 65 bytes, base64url.
     */
    PublicKey: string;
    /**
     * 32 bytes, base64url.
     */
    PrivateKey: string;
};

export type SetApnsRequest = {
    TeamId: string;
    KeyId: string;
    /**
     * The text of the .p8 file.
     */
    PrivateKey: string;
    BundleId: string;
    /**
     * development: for builds that Xcode installs.
     */
    Environment: 'production' | 'development';
};

export type PushCredentialResponse = {
    Credential: PushCredentialView;
};

export type PushCredentialView = {
    /**
     * Another one each time the credential is set.
     */
    Id: string;
    Kind: 'fcm' | 'apns' | 'vapid';
    /**
     * SHA-256 of the public key (DER), hexadecimal.
     */
    Fingerprint: string;
    /**
     * When it was set.
     */
    CreatedAt: string;
    /**
     * Up to a minute behind.
     */
    LastUsedAt: string | null;
    /**
     * When the push service last accepted a message with it; up to a minute behind.
     */
    LastWorkedAt: string | null;
};

export type SetFcmRequest = {
    /**
     * The service account, as the JSON file from the Firebase console has it.
     */
    ServiceAccount: {
        [key: string]: unknown;
    };
};

export type PushCredentialsResponse = {
    /**
     * At most one of each kind.
     */
    Credentials: Array<PushCredentialView>;
};

export type EmptyDomainRequest = {
    [key: string]: unknown;
};

export type DomainPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Domains: Array<DomainView>;
};

export type DomainKeyView = {
    Selector: string;
    Algorithm: 'rsa-2048' | 'ed25519';
    /**
     * Whether e-mails are signed with it.
     */
    Active: boolean;
    /**
     * A pending key signs once its record is found.
     */
    State: 'pending' | 'active' | 'retiring';
    CreatedAt: string;
    RetiredAt: string | null;
};

export type DomainRecordView = {
    Purpose: 'ownership' | 'dkim' | 'spf' | 'dmarc';
    Type: string;
    Name: string;
    /**
     * To be published as it stands.
     */
    Value: string;
    /**
     * Verification asks for it; of the DKIM records it asks for one.
     */
    Required: boolean;
    /**
     * What the last check found.
     */
    Status: 'found' | 'missing' | 'mismatch' | 'unchecked';
    /**
     * For the record of a retired key: leave it in DNS until then.
     */
    RemoveAfter: string | null;
};

export type DomainView = {
    Id: string;
    Name: string;
    Status: 'pending' | 'verified';
    VerifiedAt: string | null;
    CreatedAt: string;
    LastCheckedAt: string | null;
    /**
     * Since when a verified domain lacks what it was verified by; after 72 hours it is pending again.
     */
    MissingSince: string | null;
    Records: Array<DomainRecordView>;
    /**
     * Oldest first.
     */
    Keys: Array<DomainKeyView>;
};

export type DomainResponse = {
    Domain: DomainView;
};

export type CreateDomainRequest = {
    /**
     * Two labels or more. Upper case, a dot at the end and names in other scripts are brought into one form.
     */
    Name: string;
};

export type AttachmentResponse = {
    Attachment: AttachmentView;
};

export type AttachmentView = {
    /**
     * For UploadId of the attachments of an e-mail.
     */
    Id: string;
    FileName: string;
    ContentType: string;
    Bytes: number;
    CreatedAt: string;
    /**
     * Until then an e-mail may be sent with it.
     */
    ExpiresAt: string;
};

export type DeliveryDetailResponse = {
    Delivery: DeliveryDetailView;
};

export type DeliveryAttemptView = {
    /**
     * From 1.
     */
    Number: number;
    AttemptedAt: string;
    DurationMs: number;
    ResponseStatus: number | null;
    Error: string | null;
    /**
     * The first 1024 characters of the answer.
     */
    ResponseSnippet: string | null;
};

export type DeliveryDetailView = {
    Id: string;
    /**
     * The same on every attempt and when sent again.
     */
    EventId: string;
    EventType: 'email.sent' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.failed' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'push.sent' | 'push.delivered' | 'push.failed' | 'contact.created' | 'contact.updated' | 'contact.unsubscribed' | 'crm.contact.created' | 'crm.contact.updated' | 'crm.contact.deleted' | 'crm.contact.promoted' | 'webhook.disabled' | 'email.received' | 'sms.received';
    Status: 'pending' | 'delivered' | 'failed';
    /**
     * How many attempts were made.
     */
    Attempts: number;
    /**
     * Status of the last answer; null without one.
     */
    ResponseStatus: number | null;
    /**
     * What was wrong with the last attempt.
     */
    Error: string | null;
    CreatedAt: string;
    LastAttemptAt: string | null;
    /**
     * Null once no attempt follows.
     */
    NextAttemptAt: string | null;
    /**
     * The body that is sent.
     */
    Payload: {
        [key: string]: unknown;
    };
    /**
     * Oldest first.
     */
    AttemptLog: Array<DeliveryAttemptView>;
};

export type DeliveryPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Deliveries: Array<DeliveryView>;
};

export type DeliveryView = {
    Id: string;
    /**
     * The same on every attempt and when sent again.
     */
    EventId: string;
    EventType: 'email.sent' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.failed' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'push.sent' | 'push.delivered' | 'push.failed' | 'contact.created' | 'contact.updated' | 'contact.unsubscribed' | 'crm.contact.created' | 'crm.contact.updated' | 'crm.contact.deleted' | 'crm.contact.promoted' | 'webhook.disabled' | 'email.received' | 'sms.received';
    Status: 'pending' | 'delivered' | 'failed';
    /**
     * How many attempts were made.
     */
    Attempts: number;
    /**
     * Status of the last answer; null without one.
     */
    ResponseStatus: number | null;
    /**
     * What was wrong with the last attempt.
     */
    Error: string | null;
    CreatedAt: string;
    LastAttemptAt: string | null;
    /**
     * Null once no attempt follows.
     */
    NextAttemptAt: string | null;
};

export type ReplayResponse = {
    /**
     * How many events are delivered once more.
     */
    Count: number;
};

export type ReplayWebhookRequest = {
    /**
     * Events that were to be delivered from this time on …
     */
    From: string;
    /**
     * … and before this one.
     */
    To: string;
    /**
     * Only those whose delivery is in this state.
     */
    Status?: 'pending' | 'delivered' | 'failed';
};

export type QueuedDeliveryResponse = {
    DeliveryId: string;
};

export type TestWebhookRequest = {
    /**
     * The webhook's first event unless given.
     */
    EventType?: string;
};

export type RotatedSecretResponse = {
    /**
     * Signs from now on. It is not shown again.
     */
    Secret: string;
    /**
     * Until then the previous secret signs beside it.
     */
    PreviousSecretExpiresAt: string;
};

export type EmptyRequest = {
    [key: string]: unknown;
};

export type UpdateWebhookRequest = {
    /**
     * http or https, of at most 2048 characters; it must not lead to an internal address.
     */
    Url?: string;
    Events?: Array<'email.sent' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.failed' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'push.sent' | 'push.delivered' | 'push.failed' | 'contact.created' | 'contact.updated' | 'contact.unsubscribed' | 'crm.contact.created' | 'crm.contact.updated' | 'crm.contact.deleted' | 'crm.contact.promoted' | 'webhook.disabled' | 'email.received' | 'sms.received'>;
    /**
     * Of new events; what waits, or is sent again, keeps its form.
     */
    Format?: 'service' | 'ses' | 'postmark' | 'resend';
    Active?: boolean;
};

export type WebhookResponse = {
    Webhook: WebhookView;
};

export type WebhookView = {
    Id: string;
    /**
     * `test`: made by a test key in production; events of test messages alone. `live`: all events.
     */
    Environment: 'live' | 'test';
    Url: string;
    Events: Array<'email.sent' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.failed' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'push.sent' | 'push.delivered' | 'push.failed' | 'contact.created' | 'contact.updated' | 'contact.unsubscribed' | 'crm.contact.created' | 'crm.contact.updated' | 'crm.contact.deleted' | 'crm.contact.promoted' | 'webhook.disabled' | 'email.received' | 'sms.received'>;
    /**
     * Form of the bodies: our own, `service`, or the one in which another service tells of the event.
     */
    Format: 'service' | 'ses' | 'postmark' | 'resend';
    Active: boolean;
    /**
     * When it first failed since it last answered with 2xx; null if it did so the last time.
     */
    FailingSince: string | null;
    /**
     * When it was switched off because it had failed for days. `Active: true` switches it on again.
     */
    DisabledAt: string | null;
    CreatedAt: string;
    UpdatedAt: string;
};

export type WebhookPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Webhooks: Array<WebhookView>;
};

export type CreatedWebhookResponse = {
    Webhook: WebhookView;
    /**
     * Signs the deliveries. It is not shown again.
     */
    Secret: string;
};

export type CreateWebhookRequest = {
    /**
     * http or https, of at most 2048 characters; it must not lead to an internal address.
     */
    Url: string;
    Events: Array<'email.sent' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.failed' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'push.sent' | 'push.delivered' | 'push.failed' | 'contact.created' | 'contact.updated' | 'contact.unsubscribed' | 'crm.contact.created' | 'crm.contact.updated' | 'crm.contact.deleted' | 'crm.contact.promoted' | 'webhook.disabled' | 'email.received' | 'sms.received'>;
    /**
     * Form of the bodies: `service`, which is the default, or that of Amazon SES (by SNS), Postmark or Resend, which have words for events of e-mails alone.
     */
    Format?: 'service' | 'ses' | 'postmark' | 'resend';
    /**
     * True by default. An inactive webhook receives nothing.
     */
    Active?: boolean;
};

export type ChangeTrackingRequest = {
    /**
     * Put a picture into HTML mail and count when it is fetched.
     */
    Opens?: boolean;
    /**
     * Lead links in HTML mail over this service and count who follows them.
     */
    Clicks?: boolean;
};

export type TrackingResponse = {
    Tracking: TrackingView;
};

export type TrackingView = {
    Opens: boolean;
    Clicks: boolean;
};

export type AcceptInvitationRequest = {
    /**
     * The token in the link of the mail.
     */
    Token: string;
};

export type InvitationListResponse = {
    /**
     * Newest first, without accepted and revoked ones.
     */
    Invitations: Array<InvitationResponse>;
};

export type InvitationResponse = {
    Id: string;
    Email: string;
    Role: 'owner' | 'admin' | 'member';
    Status: 'pending' | 'expired';
    /**
     * The member who made it.
     */
    InvitedBy: string;
    CreatedAt: string;
    ExpiresAt: string;
};

export type InviteRequest = {
    Email: string;
    /**
     * Only an owner invites owners.
     */
    Role: 'owner' | 'admin' | 'member';
};

export type MemberDetailResponse = {
    Member: MemberResponse;
};

export type MemberResponse = {
    UserId: string;
    Email: string;
    Name: string;
    Role: 'owner' | 'admin' | 'member';
    JoinedAt: string;
};

export type SetRolePatch = {
    Role: 'owner' | 'admin' | 'member';
};

export type MemberListResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Members: Array<MemberResponse>;
};

export type ApiKeyListResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    ApiKeys: Array<ApiKeyResponse>;
};

export type ApiKeyResponse = {
    Id: string;
    Name: string;
    Type: 'secret' | 'publishable';
    /**
     * The first 8 characters of the key.
     */
    Prefix: string;
    /**
     * The last 4 characters of the key; null for one that was made before they were kept.
     */
    Hint: string | null;
    Scopes: Array<string>;
    Environment: 'live' | 'test';
    CreatedAt: string;
    ExpiresAt: string | null;
    /**
     * To within some seconds.
     */
    LastUsedAt: string | null;
    RevokedAt: string | null;
};

export type CreatedApiKeyResponse = {
    ApiKey: ApiKeyResponse;
    /**
     * The key itself. It is shown this once.
     */
    Secret: string;
    /**
     * Secret access key of clients of Amazon SES, whose access key id is the Id of the key. It is shown this once.
     */
    SecretAccessKey: string;
};

export type CreateApiKeyRequest = {
    Name?: string;
    Scopes?: Array<string>;
    /**
     * When the key stops working; never, when absent or null.
     */
    ExpiresAt?: string | null;
    /**
     * In production; elsewhere every key is a test key. Default: live.
     */
    Environment?: 'live' | 'test';
    /**
     * A publishable key may be public, and only reads. Default: secret.
     */
    Type?: 'secret' | 'publishable';
    /**
     * The same, in the other spelling.
     */
    name?: string;
    /**
     * The same, in the other spelling.
     */
    scopes?: Array<string>;
    /**
     * The same, in the other spelling.
     */
    expires_at?: string | null;
    /**
     * The same, in the other spelling.
     */
    environment?: 'live' | 'test';
    /**
     * The same, in the other spelling.
     */
    type?: 'secret' | 'publishable';
};

export type UpdateTenantPatch = {
    Name?: string;
};

export type TenantDetailResponse = {
    Tenant: TenantResponse;
};

export type TenantResponse = {
    Id: string;
    Slug: string;
    Name: string;
    /**
     * The role of the user of the session.
     */
    Role: 'owner' | 'admin' | 'member';
    Status: 'active' | 'suspended' | 'trial';
    Plan: string;
    Products: Array<string>;
    /**
     * When it is deleted for good. Until then it is suspended, and an owner can restore it.
     */
    DeletesAt: string | null;
};

export type CreateTenantRequest = {
    Name: string;
};

export type TenantListResponse = {
    Tenants: Array<TenantResponse>;
};

export type UpdateTopicRequest = {
    /**
     * Shown to recipients.
     */
    Description?: string | null;
    /**
     * Its messages go to those, too, who complained or unsubscribed from all other mail.
     */
    Transactional?: boolean;
    Name?: string;
};

export type TopicResponse = {
    Topic: TopicView;
};

export type TopicView = {
    Id: string;
    Name: string;
    Slug: string;
    Description: string | null;
    Transactional: boolean;
    CreatedAt: string;
    UpdatedAt: string;
};

export type CreateTopicRequest = {
    /**
     * Shown to recipients.
     */
    Description?: string | null;
    /**
     * Its messages go to those, too, who complained or unsubscribed from all other mail.
     */
    Transactional?: boolean;
    /**
     * Shown to recipients.
     */
    Name: string;
    /**
     * Made of the name unless given. It stays.
     */
    Slug?: string;
};

export type TopicPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Topics: Array<TopicView>;
};

export type SendTestOfTemplateRequest = {
    /**
     * The sender, on a verified domain.
     */
    Source: string;
    /**
     * A verified address of yours, or the address of a member. Your own when absent.
     */
    To?: string;
    Data?: {
        [key: string]: unknown;
    };
};

export type TemplatePreviewResponse = {
    Subject: string | null;
    Html: string | null;
    Text: string | null;
};

export type PreviewTemplateRequest = {
    Data: {
        [key: string]: unknown;
    };
};

export type UpdateTemplateRequest = {
    Name?: string;
    /**
     * A name that sends may use in place of the id; unique in the account.
     */
    Alias?: string | null;
    /**
     * For e-mail, and the title of a push.
     */
    Subject?: string | null;
    /**
     * Variables are escaped.
     */
    Html?: string | null;
    Text?: string | null;
};

export type TemplatePageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Templates: Array<TemplateObject>;
};

export type TemplateObject = {
    Id: string;
    Name: string;
    Alias: string | null;
    Channel: 'email' | 'sms' | 'push';
    Subject: string | null;
    Html: string | null;
    Text: string | null;
    CreatedAt: string;
    UpdatedAt: string;
};

export type TemplateResponse = {
    Template: TemplateObject;
};

export type CreateTemplateRequest = {
    Name: string;
    /**
     * A name that sends may use in place of the id; unique in the account.
     */
    Alias?: string | null;
    Channel: 'email' | 'sms' | 'push';
    /**
     * For e-mail, and the title of a push.
     */
    Subject?: string | null;
    /**
     * Variables are escaped.
     */
    Html?: string | null;
    Text?: string | null;
};

export type SetSmppRequest = {
    Host: string;
    Port: number;
    SystemId: string;
    Password: string;
    /**
     * As the carrier says; mostly empty.
     */
    SystemType?: string;
    /**
     * TLS from the start; true unless given. Without it everyone on the way reads the texts.
     */
    Tls?: boolean;
};

export type SmsCredentialResponse = {
    Credential: SmsCredentialView;
};

export type SmsCredentialView = {
    /**
     * Another one each time the credential is set.
     */
    Id: string;
    Kind: 'twilio' | 'smpp';
    /**
     * The AccountSid or the SystemId.
     */
    Account: string;
    Address: string;
    /**
     * Where the carrier is to post texts that come in; null over SMPP, and without a public address.
     */
    InboundUrl: string | null;
    /**
     * When it was set.
     */
    CreatedAt: string;
    /**
     * Up to a minute behind.
     */
    LastUsedAt: string | null;
    /**
     * When the carrier last accepted a text with it; up to a minute behind.
     */
    LastWorkedAt: string | null;
};

export type SetTwilioRequest = {
    AccountSid: string;
    /**
     * The primary one: the carrier signs its reports with it.
     */
    AuthToken: string;
    /**
     * Of a carrier that speaks as Twilio does; Twilio's own unless given. What follows is /2010-04-01/….
     */
    BaseUrl?: string;
};

export type SmsCredentialsResponse = {
    /**
     * At most one.
     */
    Credentials: Array<SmsCredentialView>;
};

export type SetSmsCountriesRequest = {
    /**
     * By ISO 3166-1 alpha-2. An empty list allows none; null removes the list.
     */
    Countries: Array<string> | null;
};

export type SmsCountriesResponse = {
    /**
     * The list of the account; null if it has set none.
     */
    Countries: Array<string> | null;
    /**
     * Where live texts go; null for every country.
     */
    Allowed: Array<string> | null;
};

export type SendSmsRequest = {
    /**
     * In E.164.
     */
    To: Array<string>;
    /**
     * Required unless TemplateId is given.
     */
    Body?: string;
    /**
     * A template of texts, by its id or alias, in place of Body.
     */
    TemplateId?: string;
    /**
     * What the template is filled with.
     */
    TemplateData?: {
        [key: string]: unknown;
    };
    /**
     * A confirmed sender of the account, in E.164 or a name; its default sender unless given.
     */
    From?: string;
    /**
     * The topic that it is of, by its id or slug: a number that is suppressed for it gets no text.
     */
    TopicId?: string;
    /**
     * Not before this time; within 30 days.
     */
    SendAt?: string;
    /**
     * Send to the others when some recipients are suppressed; without it nothing is sent then.
     */
    SkipSuppressed?: boolean;
    /**
     * Kept with the message, never sent.
     */
    Tags?: {
        [key: string]: string;
    };
    /**
     * 1 to 128 of A-Z a-z 0-9 . _ : -; the header Idempotency-Key wins.
     */
    IdempotencyKey?: string;
};

export type SuppressionResponse = {
    Suppression: SuppressionView;
};

export type SuppressionView = {
    Id: string;
    /**
     * In lower case; `erased` for a person who was erased.
     */
    Address: string;
    /**
     * The sender whose texts a number does not get; null for all.
     */
    Sender: string | null;
    /**
     * The topic, or the list, of which it gets no messages; `none` for those of no topic, null for everything.
     */
    TopicId: string | null;
    /**
     * Whether messages of transactional topics go to it all the same.
     */
    AllowsTransactional: boolean;
    Reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'erased';
    /**
     * Where it comes from.
     */
    Source: 'report' | 'link' | 'text' | 'api' | 'crm';
    /**
     * The message that caused it.
     */
    MessageId: string | null;
    CreatedAt: string;
};

export type AddSuppressionRequest = {
    /**
     * An e-mail address, a number in E.164, or the id of a device for push.
     */
    Address: string;
    /**
     * When absent manual, with TopicId unsubscribe.
     */
    Reason?: 'bounce' | 'complaint' | 'unsubscribe' | 'manual';
    /**
     * For a number: the sender whose texts it does not get. Absent: none of the account.
     */
    Sender?: string;
    /**
     * The topic of which it gets no messages, by its id or slug. Absent: of every topic, and those of none.
     */
    TopicId?: string;
};

export type SuppressionPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Suppressions: Array<SuppressionView>;
};

export type TopTemplatesResponse = {
    Templates: Array<TopTemplateObject>;
};

export type RatesObject = {
    /**
     * 0 to 1; null where there is nothing to divide by.
     */
    Sent: number | null;
    /**
     * 0 to 1; null where there is nothing to divide by.
     */
    Delivered: number | null;
    /**
     * 0 to 1; null where there is nothing to divide by.
     */
    Bounced: number | null;
    /**
     * 0 to 1; null where there is nothing to divide by.
     */
    Complained: number | null;
    /**
     * Times for each message sent, all events counted: more than 1 where readers come back.
     */
    Opened: number | null;
    /**
     * Times for each message sent, all events counted: more than 1 where readers come back.
     */
    Clicked: number | null;
    /**
     * 0 to 1; null where there is nothing to divide by.
     */
    Unsubscribed: number | null;
};

export type TotalsObject = {
    Accepted: number;
    Sent: number;
    Delivered: number;
    Failed: number;
    Bounced: number;
    Complained: number;
    Opened: number;
    Clicked: number;
    Unsubscribed: number;
    /**
     * Opened without what proxies, prefetchers and scanners loaded.
     */
    HumanOpened: number;
    /**
     * Clicked without what scanners followed.
     */
    HumanClicked: number;
    /**
     * Messages that a reader opened, each once.
     */
    UniqueOpened: number;
    /**
     * Messages in which a reader clicked, each once.
     */
    UniqueClicked: number;
};

export type TopTemplateObject = {
    TemplateId: string;
    /**
     * Null when the template was removed.
     */
    Name: string | null;
    Totals: TotalsObject;
    Rates: RatesObject;
};

export type GroupsResponse = {
    Groups: Array<GroupObject>;
};

export type GroupObject = {
    /**
     * A tag as key:value, the id of a campaign, or the environment.
     */
    Value: string;
    Totals: TotalsObject;
    Rates: RatesObject;
};

export type TimeseriesResponse = {
    Points: Array<PointObject>;
};

export type PointObject = {
    Accepted: number;
    Sent: number;
    Delivered: number;
    Failed: number;
    Bounced: number;
    Complained: number;
    Opened: number;
    Clicked: number;
    Unsubscribed: number;
    /**
     * Opened without what proxies, prefetchers and scanners loaded.
     */
    HumanOpened: number;
    /**
     * Clicked without what scanners followed.
     */
    HumanClicked: number;
    /**
     * Messages that a reader opened, each once.
     */
    UniqueOpened: number;
    /**
     * Messages in which a reader clicked, each once.
     */
    UniqueClicked: number;
    /**
     * Beginning of the interval, in UTC.
     */
    At: string;
};

export type OverviewResponse = {
    From: string;
    To: string;
    Totals: TotalsObject;
    Rates: RatesObject;
    ByChannel: ByChannelObject;
};

export type ByChannelObject = {
    email: TotalsObject;
    sms: TotalsObject;
    push: TotalsObject;
};

export type ProtectedResourceResponse = {
    /**
     * The address of this API
     */
    resource: string;
    /**
     * The issuers of tokens for it
     */
    authorization_servers: Array<string>;
    bearer_methods_supported: Array<string>;
    scopes_supported: Array<string>;
    resource_name: string;
};

export type SendPushRequest = {
    /**
     * Required unless TemplateId is given.
     */
    Notification?: PushNotification;
    /**
     * A template of push, by its id or alias, in place of Notification: its Subject is the title, its Text the body.
     */
    TemplateId?: string;
    /**
     * What the template is filled with.
     */
    TemplateData?: {
        [key: string]: unknown;
    };
    /**
     * Tokens (or ids) of registered devices.
     */
    DeviceTokens?: Array<string>;
    /**
     * A topic, whose followers get the message; alone or with DeviceTokens. Apps subscribe to SubscribeTo of the message.
     */
    Topic?: string;
    /**
     * The topic of consent that it is of, by its id or slug: a device that is suppressed for it gets no message.
     */
    TopicId?: string;
    /**
     * For the app that gets the message.
     */
    Data?: {
        [key: string]: unknown;
    };
    /**
     * Not before this time; within 30 days.
     */
    SendAt?: string;
    /**
     * Kept with the message, never sent.
     */
    Tags?: {
        [key: string]: string;
    };
    /**
     * 1 to 128 of A-Z a-z 0-9 . _ : -; the header Idempotency-Key wins.
     */
    IdempotencyKey?: string;
};

export type PushNotification = {
    Title: string;
    Body: string;
};

export type RegisterBrowserRequest = {
    /**
     * As the snippet has it.
     */
    SiteKey: string;
    /**
     * The JSON of the PushSubscription.
     */
    Token: string;
};

export type SiteConfigResponse = {
    /**
     * The VAPID public key that browsers subscribe with, base64url.
     */
    PublicKey: string;
    /**
     * Where browsers reach this API.
     */
    ApiBase: string;
    /**
     * To be saved as /manifest.webmanifest, JSON.
     */
    Manifest: string;
    /**
     * To be saved as /push-sw.js, JavaScript.
     */
    ServiceWorker: string;
    /**
     * To be put into the pages, HTML.
     */
    Snippet: string;
};

export type DevicePageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Devices: Array<DeviceView>;
};

export type DeviceView = {
    Id: string;
    Platform: 'ios' | 'android' | 'web';
    /**
     * Shortened: enough to recognise it.
     */
    Token: string;
    /**
     * False once the push service said that the device is gone.
     */
    Active: boolean;
    CreatedAt: string;
    /**
     * When it last registered.
     */
    LastSeenAt: string;
};

export type DeviceResponse = {
    Device: DeviceView;
};

export type RegisterDeviceRequest = {
    /**
     * The token of APNs or FCM; for a browser the JSON of its PushSubscription.
     */
    Token: string;
    Platform: 'ios' | 'android' | 'web';
    /**
     * Accepted, and not kept.
     */
    UserRef?: string;
    /**
     * Accepted, and not kept.
     */
    Metadata?: {
        [key: string]: string;
    };
};

export type RemovedMembersResponse = {
    /**
     * How many were on the list before.
     */
    Removed: number;
};

export type MembersRequest = {
    ContactIds: Array<string>;
};

export type AddedMembersResponse = {
    /**
     * How many were not on the list before.
     */
    Added: number;
    /**
     * How many of the given contacts are asked for a confirmation by a mail.
     */
    Asked: number;
};

export type AddMembersRequest = {
    ContactIds: Array<string>;
    /**
     * How these contacts gave their consent earlier, such as on paper. They need not confirm then. Of a list with double opt-in; for the session of an owner alone.
     */
    ConsentNote?: string;
};

export type ListResponse = {
    List: ListView;
};

export type ListView = {
    Id: string;
    Name: string;
    Slug: string;
    Description: string | null;
    /**
     * How many contacts are on it, exactly; those that are pending, too.
     */
    MemberCount: number;
    /**
     * How many of them have not confirmed yet, and get no campaign.
     */
    PendingCount: number;
    /**
     * Whether new members have to confirm by e-mail.
     */
    DoubleOptIn: boolean;
    Language: 'en' | 'pt' | 'es';
    CreatedAt: string;
    /**
     * When the list itself was last changed.
     */
    UpdatedAt: string;
};

export type SaveListRequest = {
    Name: string;
    /**
     * Made of the name unless given.
     */
    Slug?: string;
    Description?: string | null;
    /**
     * Ask new members by e-mail whether they want to be on the list, and send campaigns to those that confirmed. Members that are on the list already stay. False for a new list when absent. The session of an owner alone switches it off, with a ConsentNote.
     */
    DoubleOptIn?: boolean;
    /**
     * Why new members need not confirm any more; required to switch DoubleOptIn off, and kept in the audit log.
     */
    ConsentNote?: string;
    /**
     * Language of these mails to contacts without an attribute `language`. `en` for a new list when absent.
     */
    Language?: 'en' | 'pt' | 'es';
};

export type ListPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Lists: Array<ListView>;
};

export type ReceivedEmailResponse = {
    Email: WholeReceivedEmailView;
};

export type ReceivedVerdictsView = {
    Spf: string;
    Dkim: string;
    Dmarc: string;
};

export type ReceivedAttachmentView = {
    /**
     * Place in the message, from 0.
     */
    Index: number;
    /**
     * Empty without a name.
     */
    FileName: string;
    /**
     * What the message says that it is.
     */
    ContentType: string;
    Bytes: number;
    /**
     * The name by which the HTML shows it.
     */
    ContentId: string | null;
    /**
     * For a call with an API key.
     */
    Url: string;
};

export type ReceivedHeaderView = {
    Name: string;
    Value: string;
};

export type ReceivedAddressView = {
    Address: string;
    /**
     * Empty without one.
     */
    Name: string;
};

export type WholeReceivedEmailView = {
    Id: string;
    /**
     * The most specific of its recipients; it may be gone.
     */
    RouteId: string;
    /**
     * The sender by SMTP; empty for a report.
     */
    EnvelopeFrom: string;
    /**
     * The recipients by SMTP that are of the account.
     */
    Recipients: Array<string>;
    From: ReceivedAddressView | null;
    /**
     * Null until the message is read, which takes seconds, as all that it says.
     */
    Subject: string | null;
    /**
     * Length of the message as it came.
     */
    Bytes: number;
    ReceivedAt: string;
    /**
     * When it was read and its event made.
     */
    ReadAt: string | null;
    /**
     * Message-ID, with angle brackets.
     */
    InternetMessageId: string | null;
    InReplyTo: string | null;
    /**
     * The oldest first.
     */
    References: Array<string>;
    To: Array<ReceivedAddressView>;
    Cc: Array<ReceivedAddressView>;
    ReplyTo: Array<ReceivedAddressView>;
    /**
     * When it says that it was written.
     */
    Date: string | null;
    /**
     * All that readers see, as text.
     */
    Text: string | null;
    /**
     * As it came: not safe to show.
     */
    Html: string | null;
    Headers: Array<ReceivedHeaderView>;
    Attachments: Array<ReceivedAttachmentView>;
    /**
     * The message as it came, for a call with an API key.
     */
    RawUrl: string;
    /**
     * Whether a program wrote it, or a list sent it.
     */
    AutoSubmitted: boolean | null;
    Verdicts: ReceivedVerdictsView | null;
};

export type ReceivedEmailPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Emails: Array<ReceivedEmailView>;
};

export type ReceivedEmailView = {
    Id: string;
    /**
     * The most specific of its recipients; it may be gone.
     */
    RouteId: string;
    /**
     * The sender by SMTP; empty for a report.
     */
    EnvelopeFrom: string;
    /**
     * The recipients by SMTP that are of the account.
     */
    Recipients: Array<string>;
    From: ReceivedAddressView | null;
    /**
     * Null until the message is read, which takes seconds, as all that it says.
     */
    Subject: string | null;
    /**
     * Length of the message as it came.
     */
    Bytes: number;
    ReceivedAt: string;
    /**
     * When it was read and its event made.
     */
    ReadAt: string | null;
};

export type UpdateInboundRouteRequest = {
    /**
     * The webhook that alone gets the events; null for each that subscribes to them.
     */
    WebhookId?: string | null;
    /**
     * True by default. Mail to a route that is not enabled is refused.
     */
    Enabled?: boolean;
    Description?: string | null;
    /**
     * What stands before the @, which takes support+tag, too; * takes every address. The most specific wins.
     */
    Recipient?: string;
};

export type InboundRoutePageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Routes: Array<InboundRouteView>;
};

export type MxRecordView = {
    Name: string;
    /**
     * Preference and host.
     */
    Value: string;
    /**
     * What DNS has now; unchecked if it does not answer.
     */
    Status: 'found' | 'missing' | 'mismatch' | 'unchecked';
};

export type InboundRouteView = {
    Id: string;
    Domain: string;
    Recipient: string;
    /**
     * Null if each webhook gets the events that subscribes to them.
     */
    WebhookId: string | null;
    Enabled: boolean;
    Description: string | null;
    Mx: MxRecordView;
    CreatedAt: string;
    UpdatedAt: string;
};

export type InboundRouteResponse = {
    Route: InboundRouteView;
};

export type CreateInboundRouteRequest = {
    /**
     * The webhook that alone gets the events; null for each that subscribes to them.
     */
    WebhookId?: string | null;
    /**
     * True by default. Mail to a route that is not enabled is refused.
     */
    Enabled?: boolean;
    Description?: string | null;
    /**
     * A verified sending domain of the account.
     */
    Domain: string;
    /**
     * What stands before the @, which takes support+tag, too; * takes every address. The most specific wins.
     */
    Recipient: string;
};

export type FeedbackLoopResponse = {
    FeedbackLoop: FeedbackLoopView;
};

export type FeedbackKeyRecordView = {
    Type: string;
    Name: string;
    /**
     * To be published as it stands.
     */
    Value: string;
    /**
     * What the last check found.
     */
    Status: 'found' | 'missing' | 'mismatch' | 'unchecked';
    /**
     * For the record of a retired key: leave it in DNS until then.
     */
    RemoveAfter: string | null;
};

export type FeedbackKeyView = {
    Selector: string;
    /**
     * A pending key signs once its record is found.
     */
    State: 'pending' | 'active' | 'retiring';
    Record: FeedbackKeyRecordView;
    CreatedAt: string;
    CheckedAt: string | null;
    RetiredAt: string | null;
};

export type FeedbackLoopView = {
    /**
     * FBL_ADDRESS; null without it or RETURN_PATH_DOMAIN.
     */
    Address: string | null;
    Domain: string | null;
    /**
     * Oldest first.
     */
    Keys: Array<FeedbackKeyView>;
};

export type MessagePageResponse = {
    Messages: Array<MessageResponse>;
    /**
     * 0 when there is no further page.
     */
    NextCursor: number;
    HasMore: boolean;
};

export type MessageResponse = {
    Id: string;
    Channel: 'email' | 'sms' | 'push';
    /**
     * Of the key that sent it.
     */
    Environment: 'live' | 'test';
    Status: string;
    From: string;
    To: string;
    Subject: string;
    /**
     * Of an e-mail: its Message-ID, the same for all recipients of a call.
     */
    InternetMessageId: string | null;
    TemplateId: string | null;
    /**
     * The campaign that it is of.
     */
    CampaignId: string | null;
    /**
     * The topic that it is of, or the list; null for none.
     */
    TopicId: string | null;
    Tags: {
        [key: string]: string;
    };
    CreatedAt: string;
    UpdatedAt: string;
    ScheduledAt: string | null;
    SentAt: string | null;
    /**
     * Why it failed, or why it is not delivered yet.
     */
    Error: string | null;
};

export type BatchResponse = {
    /**
     * How many items the request had.
     */
    Count: number;
    Results: Array<BatchResult>;
    ReusedIdempotency: boolean;
};

export type BatchItemError = {
    Type: 'Sender' | 'Receiver';
    Code: string;
    Message: string;
    Details?: Array<{
        [key: string]: unknown;
    }>;
};

export type BatchResult = {
    /**
     * Position in the request, from 0.
     */
    Index: number;
    MessageId?: string;
    /**
     * One for each recipient of the item.
     */
    MessageIds?: Array<string>;
    Error?: BatchItemError;
};

export type SendBatchRequest = {
    Messages: Array<SendEmailRequest>;
};

export type EmailAttachment = {
    /**
     * Required with Data; else the name of the upload or of the address.
     */
    FileName?: string;
    /**
     * Required with Data; else the type of the upload, or of the end of the name. An invitation (text/calendar with a method) is shown beside the text, too: mail programs offer to accept it.
     */
    ContentType?: string;
    /**
     * For images that the HTML shows as cid:<ContentId>.
     */
    ContentId?: string;
    /**
     * The content in base64; or one of UploadId and Url.
     */
    Data?: string;
    /**
     * A file of POST /v1/attachments.
     */
    UploadId?: string;
    /**
     * The address of a file, which is fetched before the call is accepted.
     */
    Url?: string;
};

export type RawMessage = {
    /**
     * A whole message (RFC 5322, MIME) in base64.
     */
    Data: string;
};

export type MessageText = {
    Data: string;
    /**
     * Only UTF-8 is kept; JSON is always read as UTF-8.
     */
    Charset?: string;
};

export type MessageBody = {
    Text?: MessageText;
    Html?: MessageText;
};

export type MessageSubject = {
    Data: string;
    Charset?: string;
};

export type MessageContent = {
    Subject: MessageSubject;
    /**
     * Text, Html or both.
     */
    Body: MessageBody;
};

export type EmailDestination = {
    ToAddresses: Array<string>;
    CcAddresses?: Array<string>;
    BccAddresses?: Array<string>;
};

export type SendEmailRequest = {
    /**
     * The sender, on a verified domain.
     */
    Source: string;
    Destination: EmailDestination;
    /**
     * Required unless TemplateId or Raw is given.
     */
    Message?: MessageContent;
    /**
     * A message that you have written yourself, in place of Message, TemplateId, ReplyToAddresses, Headers and Attachments. Its From is Source; Destination says who gets it.
     */
    Raw?: RawMessage;
    /**
     * A template of e-mail, by its id or alias, in place of Message.
     */
    TemplateId?: string;
    /**
     * What the template is filled with.
     */
    TemplateData?: {
        [key: string]: unknown;
    };
    /**
     * The topic that it is of, by its id or slug: who unsubscribes gets no more of this topic.
     */
    TopicId?: string;
    /**
     * Not before this time; within 30 days.
     */
    SendAt?: string;
    /**
     * Send to the others when some recipients are suppressed; without it nothing is sent then.
     */
    SkipSuppressed?: boolean;
    ReplyToAddresses?: Array<string>;
    /**
     * Further headers: those that begin with X- or List-, and some others; see the documentation.
     */
    Headers?: {
        [key: string]: string;
    };
    /**
     * At most 25 MiB together.
     */
    Attachments?: Array<EmailAttachment>;
    /**
     * Kept with the message, never sent.
     */
    Tags?: {
        [key: string]: string;
    };
    /**
     * Count when the HTML is opened. As the account has set, for live keys, when absent.
     */
    TrackOpens?: boolean;
    /**
     * Count who follows the links of the HTML. As the account has set, for live keys, when absent.
     */
    TrackClicks?: boolean;
    /**
     * Add List-Unsubscribe headers with one click; a recipient who uses them is suppressed.
     */
    ListUnsubscribe?: boolean;
    /**
     * 1 to 128 of A-Z a-z 0-9 . _ : -; the header Idempotency-Key wins.
     */
    IdempotencyKey?: string;
};

export type EnqueuedResponse = {
    /**
     * The first of MessageIds.
     */
    MessageId: string;
    /**
     * One for each recipient.
     */
    MessageIds: Array<string>;
    Status: string;
    /**
     * Whether this is the answer to an earlier call with the same key.
     */
    ReusedIdempotency: boolean;
    /**
     * Suppressed recipients that were left out, with SkipSuppressed; absent without any.
     */
    SkippedAddresses?: Array<string>;
};

export type MessageDetailResponse = {
    Message: MessageWithBodyResponse;
    /**
     * The timeline, oldest first.
     */
    Events: Array<MessageEventResponse>;
};

export type MessageEventResponse = {
    Id: string;
    Type: string;
    Environment: 'live' | 'test';
    OccurredAt: string;
    Detail: {
        [key: string]: unknown;
    };
};

export type MessageBodyResponse = {
    Text: string | null;
    Html: string | null;
};

export type MessageWithBodyResponse = {
    Id: string;
    Channel: 'email' | 'sms' | 'push';
    /**
     * Of the key that sent it.
     */
    Environment: 'live' | 'test';
    Status: string;
    From: string;
    To: string;
    Subject: string;
    /**
     * Of an e-mail: its Message-ID, the same for all recipients of a call.
     */
    InternetMessageId: string | null;
    TemplateId: string | null;
    /**
     * The campaign that it is of.
     */
    CampaignId: string | null;
    /**
     * The topic that it is of, or the list; null for none.
     */
    TopicId: string | null;
    Tags: {
        [key: string]: string;
    };
    CreatedAt: string;
    UpdatedAt: string;
    ScheduledAt: string | null;
    SentAt: string | null;
    /**
     * Why it failed, or why it is not delivered yet.
     */
    Error: string | null;
    Body: MessageBodyResponse;
    Headers: {
        [key: string]: string;
    };
    /**
     * Of a push message to a topic: the name that apps subscribe to.
     */
    SubscribeTo?: string;
    Metadata: {
        [key: string]: unknown;
    };
};

export type UpdateContactRequest = {
    /**
     * What your own system calls the contact; unique in the account, case counts.
     */
    ExternalId?: string | null;
    /**
     * Any address that can be sent to; unique in the account, without regard to case.
     */
    Email?: string | null;
    /**
     * Unique in the account.
     */
    Phone?: string | null;
    Name?: string | null;
    /**
     * Replaced as a whole.
     */
    Attributes?: {
        [key: string]: string;
    } | null;
};

export type ImportResponse = {
    /**
     * Rows that made a contact.
     */
    Created: number;
    /**
     * Rows whose contact was there already, also by an earlier row.
     */
    Updated: number;
    /**
     * Rows that were left out.
     */
    Errors: Array<ImportError>;
};

export type ImportRowError = {
    Type: 'Sender' | 'Receiver';
    Code: string;
    Message: string;
    Details?: Array<{
        [key: string]: unknown;
    }>;
};

export type ImportError = {
    /**
     * Position in the request, from 0.
     */
    Index: number;
    Error: ImportRowError;
};

export type ImportContactsRequest = {
    Contacts: Array<CreateContactRequest>;
};

export type CreateContactRequest = {
    /**
     * What your own system calls the contact; unique in the account, case counts.
     */
    ExternalId?: string | null;
    /**
     * Any address that can be sent to; unique in the account, without regard to case.
     */
    Email?: string | null;
    /**
     * Unique in the account.
     */
    Phone?: string | null;
    Name?: string | null;
    /**
     * Replaced as a whole.
     */
    Attributes?: {
        [key: string]: string;
    } | null;
};

export type ContactResponse = {
    Contact: ContactView;
};

export type ContactView = {
    Id: string;
    ExternalId: string | null;
    Email: string | null;
    Phone: string | null;
    Name: string | null;
    Attributes: {
        [key: string]: string;
    };
    CreatedAt: string;
    UpdatedAt: string;
};

export type ContactPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Contacts: Array<ContactView>;
};

export type PlatformSeriesResponse = {
    Points: Array<PlatformPointObject>;
};

export type PlatformPointObject = {
    /**
     * When it begins.
     */
    At: string;
    Accepted: number;
    Sent: number;
    Delivered: number;
    Failed: number;
    Bounced: number;
    Complained: number;
    /**
     * Webhooks that were delivered.
     */
    WebhooksDelivered: number;
    /**
     * Attempts to deliver webhooks that failed, for the time being or for good.
     */
    WebhooksFailed: number;
    /**
     * The most jobs that were due at a time.
     */
    Queued: number;
    /**
     * The most dead letters that there were at a time.
     */
    Dead: number;
    /**
     * The longest that a due job had waited, in seconds.
     */
    OldestSeconds: number;
};

export type MetricsResponse = {
    Metrics: MetricsView;
};

export type QueueView = {
    Kind: string;
    /**
     * Due: waiting or in progress.
     */
    Due: number;
    /**
     * Scheduled, or waiting for a retry.
     */
    Delayed: number;
    /**
     * Dead letters.
     */
    Dead: number;
    /**
     * How long the oldest due job has waited.
     */
    OldestSeconds: number | null;
};

export type WebhooksView = {
    Delivered: number;
    /**
     * Failed, and to be tried again.
     */
    Pending: number;
    /**
     * Failed for the last time.
     */
    Failed: number;
    /**
     * Share of attempts that were answered well.
     */
    SuccessRate: number | null;
};

export type ChannelView = {
    Totals: TotalsObject;
    Rates: RatesObject;
};

export type ChannelsView = {
    email: ChannelView;
    sms: ChannelView;
    push: ChannelView;
};

export type WindowView = {
    /**
     * How far back it reaches.
     */
    Minutes: number;
    ByChannel: ChannelsView;
    /**
     * Attempts to deliver webhooks.
     */
    Webhooks: WebhooksView;
};

export type TenantCountsView = {
    Active: number;
    Trial: number;
    Suspended: number;
    Total: number;
};

export type MetricsView = {
    At: string;
    /**
     * Null while identity does not answer.
     */
    Tenants: TenantCountsView | null;
    /**
     * The last hour, day and week.
     */
    Windows: Array<WindowView>;
    Queues: Array<QueueView>;
    /**
     * Calls of the sending routes in this month (UTC).
     */
    ApiCalls: number;
};

export type AlertEventPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Events: Array<AlertEventView>;
};

export type AlertEventView = {
    Name: string;
    Metric: 'messages_accepted' | 'messages_failed' | 'email_delivery_rate' | 'email_bounce_rate' | 'email_complaint_rate' | 'sms_failure_rate' | 'push_failure_rate' | 'webhook_success_rate' | 'queue_due' | 'queue_oldest_seconds' | 'dead_letters';
    Operator: 'gt' | 'gte' | 'lt' | 'lte';
    Threshold: number;
    WindowMinutes: number;
    AlertId: string;
    Type: 'fired' | 'recovered';
    Value: number | null;
    /**
     * Why it recovered, if not by its value.
     */
    Reason: string;
    OccurredAt: string;
};

export type AlertResponse = {
    Alert: AlertView;
};

export type AlertView = {
    Name: string;
    Metric: 'messages_accepted' | 'messages_failed' | 'email_delivery_rate' | 'email_bounce_rate' | 'email_complaint_rate' | 'sms_failure_rate' | 'push_failure_rate' | 'webhook_success_rate' | 'queue_due' | 'queue_oldest_seconds' | 'dead_letters';
    Operator: 'gt' | 'gte' | 'lt' | 'lte';
    Threshold: number;
    WindowMinutes: number;
    Id: string;
    Active: boolean;
    State: 'ok' | 'firing';
    /**
     * At the last evaluation; null when there was too little data.
     */
    Value: number | null;
    EvaluatedAt: string | null;
    CreatedAt: string;
    UpdatedAt: string;
};

export type AlertRequest = {
    Name: string;
    /**
     * messages_accepted: Messages accepted in the window, of all channels; messages_failed: Messages that failed in the window, of all channels; email_delivery_rate: Share of accepted e-mails that mail servers accepted; email_bounce_rate: Share of sent e-mails that bounced; email_complaint_rate: Share of sent e-mails with a complaint; sms_failure_rate: Share of accepted texts that failed; push_failure_rate: Share of accepted push messages that failed; webhook_success_rate: Share of webhook attempts that succeeded; queue_due: Jobs that are due, of all kinds, now; queue_oldest_seconds: How long the oldest due job waits, now; dead_letters: Dead letters, now. Shares of fewer than 20 are not judged.
     */
    Metric: 'messages_accepted' | 'messages_failed' | 'email_delivery_rate' | 'email_bounce_rate' | 'email_complaint_rate' | 'sms_failure_rate' | 'push_failure_rate' | 'webhook_success_rate' | 'queue_due' | 'queue_oldest_seconds' | 'dead_letters';
    /**
     * The rule fires while the metric is so to the threshold.
     */
    Operator: 'gt' | 'gte' | 'lt' | 'lte';
    Threshold: number;
    /**
     * How far back the metric looks, where it looks back.
     */
    WindowMinutes: number;
    /**
     * True when absent. A rule that is not active is not looked at.
     */
    Active?: boolean;
};

export type AlertsResponse = {
    Alerts: Array<AlertView>;
};

export type CampaignAudienceResponse = {
    /**
     * Members of the list who have confirmed, or need not.
     */
    Members: number;
    /**
     * Members who have not confirmed: no campaign goes to them.
     */
    Pending: number;
    /**
     * Members of whom the following counts are: the first 10,000.
     */
    LookedAt: number;
    WithoutAddress: number;
    Unsubscribed: number;
    /**
     * Suppressed for another reason, or blocked on the platform.
     */
    Suppressed: number;
    /**
     * E-mails that it would send; estimated unless IsExact.
     */
    Recipients: number;
    IsExact: boolean;
};

export type SentMessagesResponse = {
    /**
     * One for each recipient.
     */
    Messages: Array<SentMessage>;
    /**
     * Whether this is the answer to an earlier call with the same key.
     */
    ReusedIdempotency: boolean;
};

export type SentMessage = {
    Id: string;
    Status: string;
};

export type SendTestOfCampaignRequest = {
    /**
     * The contact it is filled in for; the first of the list with an address when absent.
     */
    ContactId?: string;
    /**
     * Overrides what the contact has.
     */
    Data?: {
        [key: string]: unknown;
    };
    /**
     * A verified address of yours, or the address of a member. Your own when absent.
     */
    To?: string;
};

export type CampaignPreviewResponse = {
    /**
     * The address of the contact; null for a made-up one.
     */
    To: string | null;
    Subject: string | null;
    Html: string | null;
    Text: string | null;
};

export type PreviewCampaignRequest = {
    /**
     * The contact it is filled in for; the first of the list with an address when absent.
     */
    ContactId?: string;
    /**
     * Overrides what the contact has.
     */
    Data?: {
        [key: string]: unknown;
    };
};

export type StartCampaignRequest = {
    /**
     * Not before this time; within 30 days. Now when absent.
     */
    SendAt?: string;
};

export type UpdateCampaignRequest = {
    /**
     * A template of e-mail, in place of Subject, Html and Text.
     */
    TemplateId?: string | null;
    /**
     * The topic that it is of, by its id or slug; its list when absent or null.
     */
    TopicId?: string | null;
    /**
     * Filled in for each contact; attributes of the contact override it.
     */
    TemplateData?: {
        [key: string]: unknown;
    };
    Subject?: string | null;
    /**
     * Variables are escaped.
     */
    Html?: string | null;
    Text?: string | null;
    ReplyToAddresses?: Array<string>;
    /**
     * As the account has set, when absent.
     */
    TrackOpens?: boolean;
    /**
     * As the account has set, when absent.
     */
    TrackClicks?: boolean;
    /**
     * Kept with each message, never sent.
     */
    Tags?: {
        [key: string]: string;
    };
    Name?: string;
    ListId?: string;
    Source?: string;
};

export type CampaignPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Campaigns: Array<CampaignObject>;
};

export type CampaignProgressObject = {
    /**
     * On the list at the start, or met on the way when that is more.
     */
    Recipients: number;
    /**
     * Accepted for sending.
     */
    Accepted: number;
    /**
     * Suppressed or blocked, or without an e-mail address.
     */
    Skipped: number;
    /**
     * For whom the content could not be filled in.
     */
    Failed: number;
};

export type CampaignObject = {
    Id: string;
    Name: string;
    Status: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled';
    ListId: string;
    Source: string;
    ReplyToAddresses: Array<string>;
    TemplateId: string | null;
    /**
     * Null: the list is its topic.
     */
    TopicId: string | null;
    TemplateData: {
        [key: string]: unknown;
    };
    Subject: string | null;
    Html: string | null;
    Text: string | null;
    TrackOpens: boolean | null;
    TrackClicks: boolean | null;
    Tags: {
        [key: string]: string;
    };
    Progress: CampaignProgressObject;
    /**
     * Why it waits.
     */
    Error: string | null;
    /**
     * When a paused campaign resumes by itself. Null if it waits for a user.
     */
    ResumeAt: string | null;
    SendAt: string | null;
    CreatedAt: string;
    UpdatedAt: string;
    StartedAt: string | null;
    EndedAt: string | null;
};

export type CampaignResponse = {
    Campaign: CampaignObject;
};

export type CreateCampaignRequest = {
    /**
     * A template of e-mail, in place of Subject, Html and Text.
     */
    TemplateId?: string | null;
    /**
     * The topic that it is of, by its id or slug; its list when absent or null.
     */
    TopicId?: string | null;
    /**
     * Filled in for each contact; attributes of the contact override it.
     */
    TemplateData?: {
        [key: string]: unknown;
    };
    Subject?: string | null;
    /**
     * Variables are escaped.
     */
    Html?: string | null;
    Text?: string | null;
    ReplyToAddresses?: Array<string>;
    /**
     * As the account has set, when absent.
     */
    TrackOpens?: boolean;
    /**
     * As the account has set, when absent.
     */
    TrackClicks?: boolean;
    /**
     * Kept with each message, never sent.
     */
    Tags?: {
        [key: string]: string;
    };
    Name: string;
    /**
     * The list it goes to.
     */
    ListId: string;
    /**
     * The sender, on a verified domain.
     */
    Source: string;
};

export type ConsoleUserResponse = {
    User: ConsoleUserView;
};

export type ConsoleUserView = {
    Id: string;
    Name: string;
    /**
     * All addresses, the primary one first.
     */
    Emails: Array<string>;
    Status: 'active' | 'disabled';
    /**
     * Whether the user is an operator of the platform.
     */
    Operator: boolean;
    /**
     * The tenants of which the user is a member.
     */
    TenantIds: Array<string>;
    CreatedAt: string;
};

export type UpdateUserRequest = {
    /**
     * disabled ends every session, and the user cannot sign in.
     */
    Status: 'active' | 'disabled';
    /**
     * Why. One who is disabled must have one. It is kept in the audit log.
     */
    Reason?: string;
};

export type ConsoleUsersResponse = {
    Users: Array<ConsoleUserView>;
};

export type SupportEndedResponse = {
    Status: 'ended';
};

export type SupportSessionResponse = {
    /**
     * For the header Authorization: Bearer, on every API. It reads, and changes nothing.
     */
    Token: string;
    ExpiresAt: string;
    TenantId: string;
};

export type EnterTenantRequest = {
    /**
     * Why. It is kept in the audit log.
     */
    Reason: string;
};

export type ConsoleMeResponse = {
    /**
     * Whether the session opens the operator console.
     */
    Operator: boolean;
    UserId: string;
    Email: string;
    /**
     * Set in a support session.
     */
    Support: ConsoleSupportView | null;
};

export type ConsoleSupportView = {
    TenantId: string;
};

export type TenantDeletionPage = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Deletions: Array<TenantDeletionView>;
};

export type RemovalAnswerView = {
    App: string;
    /**
     * When it had removed everything.
     */
    At: string;
    /**
     * How many rows it removed, by table. Files are the rows of blob.
     */
    Rows: {
        [key: string]: number;
    };
};

export type TenantDeletionView = {
    Id: string;
    TenantId: string;
    /**
     * The owner who asked for it.
     */
    RequestedBy: string;
    RequestedAt: string;
    /**
     * Until then an owner can restore the tenant.
     */
    DueAt: string;
    /**
     * When the apps were told.
     */
    StartedAt: string | null;
    /**
     * When every app had answered.
     */
    FinishedAt: string | null;
    /**
     * Apps that have not answered yet.
     */
    Awaited: Array<string>;
    Answers: Array<RemovalAnswerView>;
};

export type UpdateTenantRequest = {
    /**
     * suspended rejects every call of a key and every write; active and trial lift it.
     */
    Status?: 'active' | 'suspended' | 'trial';
    /**
     * Why. A suspension must have one. It is kept in the audit log.
     */
    Reason?: string;
    /**
     * Name of one of the plans; empty for none, which is without limits.
     */
    Plan?: string;
    /**
     * All that the tenant has, of mail, pages, crm.
     */
    Products?: Array<string>;
};

export type ConsoleTenantResponse = {
    Tenant: ConsoleTenantView;
    /**
     * Of the present month, and the daily limit.
     */
    Usage: UsageCounters;
};

export type UsageCounters = {
    /**
     * Month in UTC.
     */
    Period: string;
    /**
     * E-mails accepted, one for each recipient.
     */
    EmailsSent: number;
    SmsSent: number;
    /**
     * Parts of the texts, which the quota counts.
     */
    SmsSegments: number;
    PushSent: number;
    /**
     * Accepted calls of the sending routes.
     */
    ApiCalls: number;
    UpdatedAt: string | null;
    /**
     * Messages that a new account may send today; it grows with good sending. Null without a daily limit.
     */
    DailyLimit: number | null;
    /**
     * Messages of all channels that were accepted today. Null without a daily limit.
     */
    DailySent: number | null;
    /**
     * When the next day begins. Null without a daily limit.
     */
    DailyResetsAt: string | null;
};

export type ConsoleTenantView = {
    Id: string;
    Slug: string;
    Name: string;
    Status: 'active' | 'suspended' | 'trial';
    /**
     * Why it has this status, as the operator said.
     */
    StatusReason: string | null;
    /**
     * Empty for an account without a plan.
     */
    Plan: string;
    Products: Array<string>;
    /**
     * How many members it has.
     */
    Members: number;
    /**
     * When it is deleted for good, as an owner wants; until then it is suspended.
     */
    DeletesAt: string | null;
    CreatedAt: string;
    UpdatedAt: string;
};

export type InvitationDetailResponse = {
    Invitation: InvitationResponse;
};

export type InviteOwnerRequest = {
    Email: string;
};

export type InvitedTenantResponse = {
    Tenant: ConsoleTenantView;
    /**
     * Of the present month, and the daily limit.
     */
    Usage: UsageCounters;
    /**
     * Of its owner.
     */
    Invitation: InvitationResponse;
};

export type CreateTenantForOwnerRequest = {
    Name: string;
    /**
     * Who becomes its owner by accepting the invitation.
     */
    OwnerEmail: string;
    /**
     * Name of one of the plans; that of new tenants if absent.
     */
    Plan?: string;
    /**
     * Of mail, pages, crm; those of new tenants if absent.
     */
    Products?: Array<string>;
};

export type ConsoleTenantPage = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Tenants: Array<ConsoleTenantView>;
};

export type UpdatePlanRequest = {
    Quota?: PlanQuotaPatch;
    /**
     * Messages of a new tenant on its first day, of all channels; the limit grows with good sending. Null is no daily limit.
     */
    DailyRamp?: number | null;
    CallsPerMinute?: PlanRatesPatch;
};

export type PlanRatesPatch = {
    Send?: number | null;
    Read?: number | null;
    Write?: number | null;
};

export type PlanQuotaPatch = {
    Email?: number | null;
    Sms?: number | null;
    Push?: number | null;
};

export type PlanResponse = {
    Plan: PlanView;
};

export type PlanRates = {
    /**
     * Calls that send.
     */
    Send: number | null;
    /**
     * Calls that read.
     */
    Read: number | null;
    /**
     * Calls that change something else.
     */
    Write: number | null;
};

export type PlanQuota = {
    /**
     * E-mails a month; null is without a limit, 0 that the plan lacks the channel.
     */
    Email: number | null;
    /**
     * Texts a month.
     */
    Sms: number | null;
    /**
     * Push messages a month.
     */
    Push: number | null;
};

export type PlanView = {
    /**
     * Empty for what accounts without a plan have.
     */
    Name: string;
    Quota: PlanQuota;
    /**
     * Messages of a new tenant on its first day, of all channels; the limit grows with good sending. Null is no daily limit.
     */
    DailyRamp: number | null;
    /**
     * Calls a minute of each key or session.
     */
    CallsPerMinute: PlanRates;
};

export type CreatePlanRequest = {
    Name: string;
    /**
     * Messages a month.
     */
    Quota: NewPlanQuota;
    /**
     * Messages of a new tenant on its first day, of all channels; the limit grows with good sending. Null is no daily limit.
     */
    DailyRamp?: number | null;
    /**
     * Calls a minute of each key or session.
     */
    CallsPerMinute: NewPlanRates;
};

export type NewPlanRates = {
    /**
     * Calls that send; null is without a limit.
     */
    Send: number | null;
    /**
     * Calls that read.
     */
    Read: number | null;
    /**
     * Calls that change something else.
     */
    Write: number | null;
};

export type NewPlanQuota = {
    /**
     * E-mails a month; null is without a limit, 0 that the plan lacks the channel.
     */
    Email: number | null;
    /**
     * Texts a month.
     */
    Sms: number | null;
    /**
     * Push messages a month.
     */
    Push: number | null;
};

export type PlanListResponse = {
    Plans: Array<PlanView>;
};

export type AuditPageResponse = {
    /**
     * Newest first.
     */
    Entries: Array<AuditEntryView>;
    /**
     * 0 when there is no further page.
     */
    NextCursor: number;
    HasMore: boolean;
};

export type AuditObjectView = {
    Type: string;
    Id: string;
};

export type AuditActorView = {
    /**
     * support is an operator in a support session.
     */
    Kind: 'user' | 'operator' | 'support' | 'key' | 'service' | 'anonymous' | 'system';
    Id: string | null;
    /**
     * The session of the user.
     */
    SessionId: string | null;
};

export type AuditEntryView = {
    Id: string;
    /**
     * The app whose log the entry is from.
     */
    Service: 'platform' | 'identity';
    OccurredAt: string;
    TenantId: string | null;
    Actor: AuditActorView;
    Action: string;
    Object: AuditObjectView;
    Reason: string | null;
    /**
     * The changed fields before the change.
     */
    Before: {
        [key: string]: unknown;
    } | null;
    /**
     * The changed fields after the change.
     */
    After: {
        [key: string]: unknown;
    } | null;
    /**
     * The IP address of the call.
     */
    Ip: string | null;
    UserAgent: string | null;
    /**
     * X-Request-Id of the call.
     */
    CausedBy: string | null;
};

export type QueueHoldResponse = {
    QueueHold: QueueHoldView;
};

export type QueueHoldView = {
    Id: string;
    HeldAt: string;
    /**
     * When the backup was made that the database was restored from.
     */
    BackupAt: string | null;
    Reason: string;
    /**
     * Null until the release.
     */
    Pending: 'cancel' | 'send';
    ReleasedAt: string | null;
    /**
     * How many jobs the release has cancelled.
     */
    Cancelled: number;
    /**
     * Null while it is on.
     */
    EndedAt: string | null;
};

export type ReleaseQueuesRequest = {
    /**
     * cancel, the default, sends nothing twice; send may.
     */
    Pending?: 'cancel' | 'send';
};

export type QueueHoldsResponse = {
    QueueHolds: Array<QueueHoldView>;
};

export type QueuesResponse = {
    Queues: Array<QueueView>;
};

export type DeadLetterResponse = {
    DeadLetter: DeadLetterView;
};

export type DeadLetterView = {
    Id: string;
    TenantId: string;
    Kind: string;
    /**
     * What the job is about: ids, no content.
     */
    Payload: {
        [key: string]: unknown;
    };
    Attempts: number;
    /**
     * How often the job itself failed.
     */
    Failures: number;
    /**
     * What the last failure said.
     */
    Error: string | null;
    CreatedAt: string;
    /**
     * When its last attempt failed.
     */
    DeadAt: string;
};

export type DeadLetterPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    DeadLetters: Array<DeadLetterView>;
};

export type DatacenterResponse = {
    Datacenter: DatacenterView;
};

export type DatacenterView = {
    Asn: number;
    Name: string;
    /**
     * The operator who listed it.
     */
    CreatedBy: string;
    CreatedAt: string;
};

export type AddDatacenterRequest = {
    /**
     * The number of the autonomous system.
     */
    Asn: number;
    Name?: string;
};

export type DatacenterPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Datacenters: Array<DatacenterView>;
};

export type BlockResponse = {
    Entry: BlockView;
};

export type BlockView = {
    Id: string;
    Kind: 'email' | 'domain' | 'ip' | 'cidr';
    /**
     * In its one spelling, which may differ from what was typed.
     */
    Value: string;
    Reason: string;
    /**
     * The operator who made it.
     */
    CreatedBy: string;
    CreatedAt: string;
};

export type BlockRequest = {
    /**
     * domain blocks the domain and every domain below it.
     */
    Kind: 'email' | 'domain' | 'ip' | 'cidr';
    Value: string;
    /**
     * A note for other operators.
     */
    Reason?: string;
};

export type BlockPageResponse = {
    /**
     * The cursor of the next page; 0 when there is none.
     */
    NextCursor: number;
    /**
     * Whether there is a next page.
     */
    HasMore: boolean;
    Entries: Array<BlockView>;
};

export type SuggestionResponse = {
    Suggestion: SuggestionView;
};

export type SuggestionView = {
    Id: string;
    Kind: 'email' | 'domain' | 'ip' | 'cidr';
    Value: string;
    Signal: 'complaint_rate' | 'hard_bounce_rate' | 'sending_spike' | 'failed_logins';
    /**
     * The numbers behind it.
     */
    Evidence: {
        [key: string]: unknown;
    };
    Status: 'open' | 'applied' | 'dismissed';
    CreatedAt: string;
    UpdatedAt: string;
};

export type AppliedSuggestionResponse = {
    Suggestion: SuggestionView;
    Entry: BlockView;
};

export type ComputeSuggestionsRequest = {
    [key: string]: unknown;
};

export type SuggestionsResponse = {
    Suggestions: Array<SuggestionView>;
};

export type VerifiedResponse = {
    Status: 'verified';
    UserId: string;
    /**
     * The address that was confirmed.
     */
    UserEmail: string;
};

export type VerifyRequest = {
    /**
     * What the link of the mail carries.
     */
    token?: string;
    /**
     * The same, in the other spelling.
     */
    Token?: string;
};

export type RecoveryCodesResponse = {
    /**
     * Each stands in for one code of the authenticator. Shown this once.
     */
    RecoveryCodes: Array<string>;
};

export type CodeRequest = {
    /**
     * The code that the authenticator shows.
     */
    code?: string;
    /**
     * The same, in the other spelling.
     */
    Code?: string;
};

export type TwoFactorSetupResponse = {
    /**
     * For typing into an authenticator: Base32.
     */
    Secret: string;
    OtpauthUri: string;
    /**
     * OtpauthUri as a QR code: an SVG image in a data URI.
     */
    QrCode: string;
    /**
     * Until when the set-up may be confirmed.
     */
    ExpiresAt: string;
};

export type TwoFactorResponse = {
    /**
     * Whether a login takes a second factor.
     */
    Confirmed: boolean;
    ConfirmedAt: string | null;
    /**
     * Recovery codes that were not used yet.
     */
    RecoveryCodesLeft: number;
};

export type SessionListResponse = {
    /**
     * The one that was seen last comes first.
     */
    Sessions: Array<SessionResponse>;
};

export type SessionResponse = {
    Id: string;
    CreatedAt: string;
    /**
     * To within some two minutes.
     */
    LastSeenAt: string;
    ExpiresAt: string;
    /**
     * The address that it was opened from.
     */
    Ip: string | null;
    /**
     * What it was opened with.
     */
    UserAgent: string | null;
    /**
     * The app that you let in; null for a login of your own.
     */
    App: string | null;
    /**
     * Whether it is the session of this request.
     */
    Current: boolean;
};

export type ResendResponse = {
    /**
     * verified: there was nothing left to confirm.
     */
    Status: 'queued' | 'verified';
};

export type AddressDetailResponse = {
    Email: AddressResponse;
};

export type AddressResponse = {
    Id: string;
    Email: string;
    Primary: boolean;
    Verified: boolean;
};

export type AddAddressRequest = {
    Email: string;
};

export type UpdateProfilePatch = {
    /**
     * The name of the user.
     */
    Name?: string;
    /**
     * The user signs in with it at once; it is unverified.
     */
    Email?: string;
    /**
     * The language of mail and of the dashboard.
     */
    Language?: 'en' | 'pt' | 'es';
    /**
     * The zone of times in the dashboard.
     */
    TimeZone?: string;
};

export type ResetPasswordRequest = {
    /**
     * What the link of the mail carries.
     */
    token?: string;
    /**
     * The new password.
     */
    password?: string;
    /**
     * The same, in the other spelling.
     */
    Token?: string;
    /**
     * The same, in the other spelling.
     */
    Password?: string;
};

export type ForgottenPasswordRequest = {
    email?: string;
    /**
     * The same, in the other spelling.
     */
    Email?: string;
};

export type DoneResponse = {
    Status: 'ok';
};

export type ChangePasswordRequest = {
    CurrentPassword: string;
    /**
     * The new password.
     */
    NewPassword: string;
};

export type MeResponse = {
    UserId: string;
    Email: string;
    Name: string;
    EmailVerified: boolean;
    /**
     * Whether the user is a platform operator.
     */
    Operator: boolean;
    /**
     * That the user has chosen, else that of the browser in which they signed in last; null if unknown.
     */
    Language: 'en' | 'pt' | 'es';
    /**
     * Null until the user has chosen one.
     */
    ChosenLanguage: 'en' | 'pt' | 'es';
    /**
     * That the user has chosen.
     */
    TimeZone: string | null;
    Emails: Array<AddressResponse>;
    Tenants: Array<TenantResponse>;
};

export type LogoutResponse = {
    Status: 'ok';
};

export type RegisterResponse = {
    UserId: string;
    UserEmail: string;
    Tenant: CreatedTenant | null;
    /**
     * What could not be done: the tenant was not made.
     */
    Note?: string;
};

export type CreatedTenant = {
    Tenant: TenantResponse;
};

export type RegisterRequest = {
    Email: string;
    Password: string;
    /**
     * The name of the user.
     */
    Name?: string;
    /**
     * Creates a tenant of this name, owned by the user.
     */
    TenantName?: string;
    /**
     * The token in the link of an invitation to Email. The user joins its tenant, and Email is verified. With it, TenantName must be absent.
     */
    InvitationToken?: string;
};

export type SecondFactorRequest = {
    /**
     * UserId of the login.
     */
    user_id?: string;
    /**
     * The code of the authenticator, or a recovery code.
     */
    code?: string;
    /**
     * The same, in the other spelling.
     */
    UserId?: string;
    /**
     * The same, in the other spelling.
     */
    Code?: string;
};

export type LoginResponse = {
    /**
     * The session, for the header Authorization: Bearer. Empty when TwoFactorRequired.
     */
    Token: string;
    UserId: string;
    UserEmail: string;
    /**
     * When the session ends, or the login that awaits a second factor.
     */
    ExpiresAt: string;
    TwoFactorRequired: boolean;
};

export type LoginRequest = {
    email: string;
    password: string;
};

export type DeleteAccountRequest = {
    /**
     * The password of the account.
     */
    password?: string;
    /**
     * The same, in the other spelling.
     */
    Password?: string;
    /**
     * The code of the authenticator, or a recovery code.
     */
    code?: string;
    /**
     * The same, in the other spelling.
     */
    Code?: string;
};

export type TenantUsageResponse = {
    Usage: TenantUsageView;
};

export type MonthUsage = {
    /**
     * Month in UTC.
     */
    Period: string;
    /**
     * E-mails accepted, one for each recipient.
     */
    EmailsSent: number;
    SmsSent: number;
    /**
     * Parts of the texts, which the quota counts.
     */
    SmsSegments: number;
    PushSent: number;
    /**
     * Accepted calls of the sending routes.
     */
    ApiCalls: number;
};

export type DayUsage = {
    /**
     * Messages that were accepted.
     */
    Used: number;
    /**
     * Messages that a new account may send; it grows with good sending. Null without a daily limit.
     */
    Limit: number | null;
    /**
     * What is left of the limit. Null without a daily limit.
     */
    Left: number | null;
    /**
     * When the next day begins.
     */
    ResetsAt: string;
};

export type ChannelUsage = {
    Channel: 'email' | 'sms' | 'push';
    /**
     * What counts against the quota this month: messages; of texts, their parts.
     */
    Used: number;
    /**
     * The quota of a month; null is without a limit, 0 that the plan lacks the channel.
     */
    Limit: number | null;
    /**
     * What is left of the quota; null is without a limit.
     */
    Left: number | null;
    /**
     * Messages that were accepted today, in UTC.
     */
    Today: number;
};

export type TenantUsageView = {
    Plan: PlanView;
    /**
     * The present month, in UTC.
     */
    Period: string;
    /**
     * When the next month begins, and the quota is counted anew.
     */
    ResetsAt: string;
    /**
     * Each channel.
     */
    Channels: Array<ChannelUsage>;
    Today: DayUsage;
    /**
     * Accepted calls of the sending routes this month.
     */
    ApiCalls: number;
    /**
     * When something was counted last; null for a month without use.
     */
    UpdatedAt: string | null;
    /**
     * The months with use, newest first, the present one included.
     */
    History: Array<MonthUsage>;
};

export type UsageResponse = {
    Usage: UsageCounters;
};

export type AccountResponse = {
    TenantId: string;
    Name: string;
    /**
     * Empty for an account without a plan.
     */
    Plan: string;
    Status: string;
    ApiKeyId: string;
    ApiKeyScope: string;
};

export type PasswordRequest = {
    /**
     * The password of the account.
     */
    password?: string;
    /**
     * The same, in the other spelling.
     */
    Password?: string;
};

export type AccountExportExportData = {
    body: PasswordRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}/export';
};

export type AccountExportExportResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type AccountGetAccountData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/account';
};

export type AccountGetAccountResponses = {
    /**
     * Done
     */
    200: AccountResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AccountGetAccountResponse = AccountGetAccountResponses[keyof AccountGetAccountResponses];

export type AccountGetUsageData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/account/usage';
};

export type AccountGetUsageResponses = {
    /**
     * Done
     */
    200: UsageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AccountGetUsageResponse = AccountGetUsageResponses[keyof AccountGetUsageResponses];

export type TenantUsageGetData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many months with use the history has.
         */
        months?: number;
    };
    url: '/api/usage';
};

export type TenantUsageGetResponses = {
    /**
     * Done
     */
    200: TenantUsageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TenantUsageGetResponse = TenantUsageGetResponses[keyof TenantUsageGetResponses];

export type AccountDeletionDeleteData = {
    body: DeleteAccountRequest;
    path?: never;
    query?: never;
    url: '/api/auth/me';
};

export type AccountDeletionDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type AccountDeletionDeleteResponse = AccountDeletionDeleteResponses[keyof AccountDeletionDeleteResponses];

export type AuthMeData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/auth/me';
};

export type AuthMeResponses = {
    /**
     * Done
     */
    200: MeResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AuthMeResponse = AuthMeResponses[keyof AuthMeResponses];

export type ProfileUpdateData = {
    body: UpdateProfilePatch;
    path?: never;
    query?: never;
    url: '/api/auth/me';
};

export type ProfileUpdateResponses = {
    /**
     * Done
     */
    200: MeResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ProfileUpdateResponse = ProfileUpdateResponses[keyof ProfileUpdateResponses];

export type AuthLoginData = {
    body: LoginRequest;
    path?: never;
    query?: never;
    url: '/api/auth/login';
};

export type AuthLoginResponses = {
    /**
     * Done
     */
    200: LoginResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AuthLoginResponse = AuthLoginResponses[keyof AuthLoginResponses];

export type TwoFactorStateData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/auth/2fa';
};

export type TwoFactorStateResponses = {
    /**
     * Done
     */
    200: TwoFactorResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TwoFactorStateResponse = TwoFactorStateResponses[keyof TwoFactorStateResponses];

export type AuthSecondStepData = {
    body: SecondFactorRequest;
    path?: never;
    query?: never;
    url: '/api/auth/2fa';
};

export type AuthSecondStepResponses = {
    /**
     * Done
     */
    200: LoginResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AuthSecondStepResponse = AuthSecondStepResponses[keyof AuthSecondStepResponses];

export type AuthRegisterData = {
    body: RegisterRequest;
    path?: never;
    query?: never;
    url: '/api/auth/register';
};

export type AuthRegisterResponses = {
    /**
     * Done
     */
    201: RegisterResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AuthRegisterResponse = AuthRegisterResponses[keyof AuthRegisterResponses];

export type AuthLogoutData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/auth/logout';
};

export type AuthLogoutResponses = {
    /**
     * Done
     */
    200: LogoutResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AuthLogoutResponse = AuthLogoutResponses[keyof AuthLogoutResponses];

export type PasswordsChangeData = {
    body: ChangePasswordRequest;
    path?: never;
    query?: never;
    url: '/api/auth/me/password';
};

export type PasswordsChangeResponses = {
    /**
     * Done
     */
    200: DoneResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PasswordsChangeResponse = PasswordsChangeResponses[keyof PasswordsChangeResponses];

export type PasswordsForgetData = {
    body: ForgottenPasswordRequest;
    path?: never;
    query?: never;
    url: '/api/auth/password/forgot';
};

export type PasswordsForgetResponses = {
    /**
     * Done
     */
    202: DoneResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PasswordsForgetResponse = PasswordsForgetResponses[keyof PasswordsForgetResponses];

export type PasswordsResetData = {
    body: ResetPasswordRequest;
    path?: never;
    query?: never;
    url: '/api/auth/password/reset';
};

export type PasswordsResetResponses = {
    /**
     * Done
     */
    200: DoneResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PasswordsResetResponse = PasswordsResetResponses[keyof PasswordsResetResponses];

export type MessagesEmailsData = {
    body?: never;
    path?: never;
    query?: {
        status?: 'queued' | 'processing' | 'sending' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'bounced' | 'complained' | 'cancelled';
        /**
         * A part of the subject or of an address; % and _ are taken as they are.
         */
        q?: string;
        /**
         * Messages with this tag, as `key:value`.
         */
        tag?: string;
        /**
         * Messages of this campaign.
         */
        campaign?: string;
        /**
         * Messages of live keys or of test keys; both unless given.
         */
        environment?: 'live' | 'test';
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/auth/me/emails';
};

export type MessagesEmailsResponses = {
    /**
     * Done
     */
    200: MessagePageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type MessagesEmailsResponse = MessagesEmailsResponses[keyof MessagesEmailsResponses];

export type ProfileAddAddressData = {
    body: AddAddressRequest;
    path?: never;
    query?: never;
    url: '/api/auth/me/emails';
};

export type ProfileAddAddressResponses = {
    /**
     * Done
     */
    201: AddressDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ProfileAddAddressResponse = ProfileAddAddressResponses[keyof ProfileAddAddressResponses];

export type ProfileRemoveAddressData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/auth/me/emails/{id}';
};

export type ProfileRemoveAddressResponses = {
    /**
     * Done
     */
    204: void;
};

export type ProfileRemoveAddressResponse = ProfileRemoveAddressResponses[keyof ProfileRemoveAddressResponses];

export type ProfileMakePrimaryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/auth/me/emails/{id}/primary';
};

export type ProfileMakePrimaryResponses = {
    /**
     * Done
     */
    200: AddressDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ProfileMakePrimaryResponse = ProfileMakePrimaryResponses[keyof ProfileMakePrimaryResponses];

export type ProfileResendData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/auth/me/emails/{id}/verify/resend';
};

export type ProfileResendResponses = {
    /**
     * Done
     */
    202: ResendResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ProfileResendResponse = ProfileResendResponses[keyof ProfileResendResponses];

export type ProfileResendToPrimaryData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/auth/me/verify/resend';
};

export type ProfileResendToPrimaryResponses = {
    /**
     * Done
     */
    202: ResendResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ProfileResendToPrimaryResponse = ProfileResendToPrimaryResponses[keyof ProfileResendToPrimaryResponses];

export type SessionsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/auth/sessions';
};

export type SessionsListResponses = {
    /**
     * Done
     */
    200: SessionListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SessionsListResponse = SessionsListResponses[keyof SessionsListResponses];

export type SessionsEndData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/auth/sessions/{id}';
};

export type SessionsEndResponses = {
    /**
     * Done
     */
    204: void;
};

export type SessionsEndResponse = SessionsEndResponses[keyof SessionsEndResponses];

export type TwoFactorSetUpData = {
    body: PasswordRequest;
    path?: never;
    query?: never;
    url: '/api/auth/2fa/setup';
};

export type TwoFactorSetUpResponses = {
    /**
     * Done
     */
    200: TwoFactorSetupResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TwoFactorSetUpResponse = TwoFactorSetUpResponses[keyof TwoFactorSetUpResponses];

export type TwoFactorConfirmData = {
    body: CodeRequest;
    path?: never;
    query?: never;
    url: '/api/auth/2fa/verify';
};

export type TwoFactorConfirmResponses = {
    /**
     * Done
     */
    200: RecoveryCodesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TwoFactorConfirmResponse = TwoFactorConfirmResponses[keyof TwoFactorConfirmResponses];

export type TwoFactorDisableData = {
    body: PasswordRequest;
    path?: never;
    query?: never;
    url: '/api/auth/2fa/disable';
};

export type TwoFactorDisableResponses = {
    /**
     * Done
     */
    200: TwoFactorResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TwoFactorDisableResponse = TwoFactorDisableResponses[keyof TwoFactorDisableResponses];

export type TwoFactorRenewData = {
    body: PasswordRequest;
    path?: never;
    query?: never;
    url: '/api/auth/2fa/recovery-codes';
};

export type TwoFactorRenewResponses = {
    /**
     * Done
     */
    200: RecoveryCodesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TwoFactorRenewResponse = TwoFactorRenewResponses[keyof TwoFactorRenewResponses];

export type VerificationVerifyData = {
    body: VerifyRequest;
    path?: never;
    query?: never;
    url: '/api/auth/verify';
};

export type VerificationVerifyResponses = {
    /**
     * Done
     */
    200: VerifiedResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type VerificationVerifyResponse = VerificationVerifyResponses[keyof VerificationVerifyResponses];

export type SuggestionsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/blacklist/suggestions';
};

export type SuggestionsListResponses = {
    /**
     * Done
     */
    200: SuggestionsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SuggestionsListResponse = SuggestionsListResponses[keyof SuggestionsListResponses];

export type SuggestionsComputeData = {
    body: ComputeSuggestionsRequest;
    path?: never;
    query?: never;
    url: '/api/admin/blacklist/suggestions';
};

export type SuggestionsComputeResponses = {
    /**
     * Done
     */
    200: SuggestionsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SuggestionsComputeResponse = SuggestionsComputeResponses[keyof SuggestionsComputeResponses];

export type SuggestionsApplyData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/blacklist/suggestions/{id}/apply';
};

export type SuggestionsApplyResponses = {
    /**
     * Done
     */
    200: AppliedSuggestionResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SuggestionsApplyResponse = SuggestionsApplyResponses[keyof SuggestionsApplyResponses];

export type SuggestionsDismissData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/blacklist/suggestions/{id}/dismiss';
};

export type SuggestionsDismissResponses = {
    /**
     * Done
     */
    200: SuggestionResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SuggestionsDismissResponse = SuggestionsDismissResponses[keyof SuggestionsDismissResponses];

export type BlocklistListData = {
    body?: never;
    path?: never;
    query?: {
        kind?: 'email' | 'domain' | 'ip' | 'cidr';
        /**
         * A part of the value; % and _ are taken as they are.
         */
        q?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/blacklist';
};

export type BlocklistListResponses = {
    /**
     * Done
     */
    200: BlockPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type BlocklistListResponse = BlocklistListResponses[keyof BlocklistListResponses];

export type BlocklistCreateData = {
    body: BlockRequest;
    path?: never;
    query?: never;
    url: '/api/admin/blacklist';
};

export type BlocklistCreateResponses = {
    /**
     * Done
     */
    200: BlockResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
    /**
     * Done
     */
    201: BlockResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type BlocklistCreateResponse = BlocklistCreateResponses[keyof BlocklistCreateResponses];

export type BlocklistDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/blacklist/{id}';
};

export type BlocklistDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type BlocklistDeleteResponse = BlocklistDeleteResponses[keyof BlocklistDeleteResponses];

export type BlocklistGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/blacklist/{id}';
};

export type BlocklistGetResponses = {
    /**
     * Done
     */
    200: BlockResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type BlocklistGetResponse = BlocklistGetResponses[keyof BlocklistGetResponses];

export type DatacentersListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/datacenter-asn';
};

export type DatacentersListResponses = {
    /**
     * Done
     */
    200: DatacenterPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DatacentersListResponse = DatacentersListResponses[keyof DatacentersListResponses];

export type DatacentersCreateData = {
    body: AddDatacenterRequest;
    path?: never;
    query?: never;
    url: '/api/admin/datacenter-asn';
};

export type DatacentersCreateResponses = {
    /**
     * Done
     */
    200: DatacenterResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
    /**
     * Done
     */
    201: DatacenterResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DatacentersCreateResponse = DatacentersCreateResponses[keyof DatacentersCreateResponses];

export type DatacentersDeleteData = {
    body?: never;
    path: {
        /**
         * The number, with or without AS before it.
         */
        asn: unknown;
    };
    query?: never;
    url: '/api/admin/datacenter-asn/{asn}';
};

export type DatacentersDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type DatacentersDeleteResponse = DatacentersDeleteResponses[keyof DatacentersDeleteResponses];

export type DatacentersGetData = {
    body?: never;
    path: {
        /**
         * The number, with or without AS before it.
         */
        asn: unknown;
    };
    query?: never;
    url: '/api/admin/datacenter-asn/{asn}';
};

export type DatacentersGetResponses = {
    /**
     * Done
     */
    200: DatacenterResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DatacentersGetResponse = DatacentersGetResponses[keyof DatacentersGetResponses];

export type DeadLettersListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * A kind of work, as the queues name it.
         */
        kind?: string;
        tenant?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/dead-letters';
};

export type DeadLettersListResponses = {
    /**
     * Done
     */
    200: DeadLetterPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DeadLettersListResponse = DeadLettersListResponses[keyof DeadLettersListResponses];

export type DeadLettersGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/dead-letters/{id}';
};

export type DeadLettersGetResponses = {
    /**
     * Done
     */
    200: DeadLetterResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DeadLettersGetResponse = DeadLettersGetResponses[keyof DeadLettersGetResponses];

export type DeadLettersRetryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/dead-letters/{id}/retry';
};

export type DeadLettersRetryResponses = {
    /**
     * Done
     */
    202: DeadLetterResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DeadLettersRetryResponse = DeadLettersRetryResponses[keyof DeadLettersRetryResponses];

export type DeadLettersDiscardData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/dead-letters/{id}/discard';
};

export type DeadLettersDiscardResponses = {
    /**
     * Done
     */
    200: DeadLetterResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DeadLettersDiscardResponse = DeadLettersDiscardResponses[keyof DeadLettersDiscardResponses];

export type QueuesListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/queues';
};

export type QueuesListResponses = {
    /**
     * Done
     */
    200: QueuesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type QueuesListResponse = QueuesListResponses[keyof QueuesListResponses];

export type QueueHoldListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/queue-holds';
};

export type QueueHoldListResponses = {
    /**
     * Done
     */
    200: QueueHoldsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type QueueHoldListResponse = QueueHoldListResponses[keyof QueueHoldListResponses];

export type QueueHoldReleaseData = {
    body: ReleaseQueuesRequest;
    path?: never;
    query?: never;
    url: '/api/admin/queue-holds/release';
};

export type QueueHoldReleaseResponses = {
    /**
     * Done
     */
    202: QueueHoldResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type QueueHoldReleaseResponse = QueueHoldReleaseResponses[keyof QueueHoldReleaseResponses];

export type AuditListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Id of the user or of the API key that acted.
         */
        actor?: string;
        /**
         * An action such as tenant.suspended, or a prefix such as tenant.*.
         */
        action?: string;
        /**
         * Id of the object of the action.
         */
        object?: string;
        /**
         * From this moment on.
         */
        from?: string;
        /**
         * Before this moment.
         */
        to?: string;
        /**
         * The tenant whose data it is about.
         */
        tenant?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/audit';
};

export type AuditListResponses = {
    /**
     * Done
     */
    200: AuditPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AuditListResponse = AuditListResponses[keyof AuditListResponses];

export type AuditListOfTenantData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Id of the user or of the API key that acted.
         */
        actor?: string;
        /**
         * An action such as tenant.suspended, or a prefix such as tenant.*.
         */
        action?: string;
        /**
         * Id of the object of the action.
         */
        object?: string;
        /**
         * From this moment on.
         */
        from?: string;
        /**
         * Before this moment.
         */
        to?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/audit';
};

export type AuditListOfTenantResponses = {
    /**
     * Done
     */
    200: AuditPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AuditListOfTenantResponse = AuditListOfTenantResponses[keyof AuditListOfTenantResponses];

export type PlansListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/plans';
};

export type PlansListResponses = {
    /**
     * Done
     */
    200: PlanListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PlansListResponse = PlansListResponses[keyof PlansListResponses];

export type PlansCreateData = {
    body: CreatePlanRequest;
    path?: never;
    query?: never;
    url: '/api/admin/plans';
};

export type PlansCreateResponses = {
    /**
     * Done
     */
    201: PlanResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PlansCreateResponse = PlansCreateResponses[keyof PlansCreateResponses];

export type PlansGetData = {
    body?: never;
    path: {
        name: string;
    };
    query?: never;
    url: '/api/admin/plans/{name}';
};

export type PlansGetResponses = {
    /**
     * Done
     */
    200: PlanResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PlansGetResponse = PlansGetResponses[keyof PlansGetResponses];

export type PlansUpdateData = {
    body: UpdatePlanRequest;
    path: {
        name: string;
    };
    query?: never;
    url: '/api/admin/plans/{name}';
};

export type PlansUpdateResponses = {
    /**
     * Done
     */
    200: PlanResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PlansUpdateResponse = PlansUpdateResponses[keyof PlansUpdateResponses];

export type ConsoleTenantsListData = {
    body?: never;
    path?: never;
    query?: {
        status?: 'active' | 'suspended' | 'trial';
        /**
         * Name of a plan; the empty name is that of accounts without one.
         */
        plan?: string;
        /**
         * Part of the name, the beginning of the slug, the id, or the e-mail address of a member.
         */
        q?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/tenants';
};

export type ConsoleTenantsListResponses = {
    /**
     * Done
     */
    200: ConsoleTenantPage & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleTenantsListResponse = ConsoleTenantsListResponses[keyof ConsoleTenantsListResponses];

export type ConsoleTenantsCreateData = {
    body: CreateTenantForOwnerRequest;
    path?: never;
    query?: never;
    url: '/api/admin/tenants';
};

export type ConsoleTenantsCreateResponses = {
    /**
     * Done
     */
    201: InvitedTenantResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleTenantsCreateResponse = ConsoleTenantsCreateResponses[keyof ConsoleTenantsCreateResponses];

export type ConsoleTenantsInviteOwnerData = {
    body: InviteOwnerRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/tenants/{id}/invitations';
};

export type ConsoleTenantsInviteOwnerResponses = {
    /**
     * Done
     */
    201: InvitationDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleTenantsInviteOwnerResponse = ConsoleTenantsInviteOwnerResponses[keyof ConsoleTenantsInviteOwnerResponses];

export type ConsoleTenantsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/tenants/{id}';
};

export type ConsoleTenantsGetResponses = {
    /**
     * Done
     */
    200: ConsoleTenantResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleTenantsGetResponse = ConsoleTenantsGetResponses[keyof ConsoleTenantsGetResponses];

export type ConsoleTenantsUpdateData = {
    body: UpdateTenantRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/tenants/{id}';
};

export type ConsoleTenantsUpdateResponses = {
    /**
     * Done
     */
    200: ConsoleTenantResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleTenantsUpdateResponse = ConsoleTenantsUpdateResponses[keyof ConsoleTenantsUpdateResponses];

export type ConsoleTenantDeletionsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/tenant-deletions';
};

export type ConsoleTenantDeletionsListResponses = {
    /**
     * Done
     */
    200: TenantDeletionPage & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleTenantDeletionsListResponse = ConsoleTenantDeletionsListResponses[keyof ConsoleTenantDeletionsListResponses];

export type SupportMeData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/me';
};

export type SupportMeResponses = {
    /**
     * Done
     */
    200: ConsoleMeResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SupportMeResponse = SupportMeResponses[keyof SupportMeResponses];

export type SupportEnterData = {
    body: EnterTenantRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/tenants/{id}/enter';
};

export type SupportEnterResponses = {
    /**
     * Done
     */
    200: SupportSessionResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SupportEnterResponse = SupportEnterResponses[keyof SupportEnterResponses];

export type SupportEndData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/impersonation/end';
};

export type SupportEndResponses = {
    /**
     * Done
     */
    200: SupportEndedResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SupportEndResponse = SupportEndResponses[keyof SupportEndResponses];

export type ConsoleUsersListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * An address of the user, in any case; all of it.
         */
        email?: string;
        /**
         * A part of an address, of three characters at least.
         */
        q?: string;
    };
    url: '/api/admin/users';
};

export type ConsoleUsersListResponses = {
    /**
     * Done
     */
    200: ConsoleUsersResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleUsersListResponse = ConsoleUsersListResponses[keyof ConsoleUsersListResponses];

export type ConsoleUsersUpdateData = {
    body: UpdateUserRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/users/{id}';
};

export type ConsoleUsersUpdateResponses = {
    /**
     * Done
     */
    200: ConsoleUserResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleUsersUpdateResponse = ConsoleUsersUpdateResponses[keyof ConsoleUsersUpdateResponses];

export type CampaignsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * A part of the name, without regard to case.
         */
        q?: string;
        status?: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled';
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/campaigns';
};

export type CampaignsListResponses = {
    /**
     * Done
     */
    200: CampaignPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsListResponse = CampaignsListResponses[keyof CampaignsListResponses];

export type CampaignsCreateData = {
    body: CreateCampaignRequest;
    path?: never;
    query?: never;
    url: '/api/campaigns';
};

export type CampaignsCreateResponses = {
    /**
     * Done
     */
    201: CampaignResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsCreateResponse = CampaignsCreateResponses[keyof CampaignsCreateResponses];

export type CampaignsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}';
};

export type CampaignsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type CampaignsDeleteResponse = CampaignsDeleteResponses[keyof CampaignsDeleteResponses];

export type CampaignsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}';
};

export type CampaignsGetResponses = {
    /**
     * Done
     */
    200: CampaignResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsGetResponse = CampaignsGetResponses[keyof CampaignsGetResponses];

export type CampaignsUpdateData = {
    body: UpdateCampaignRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}';
};

export type CampaignsUpdateResponses = {
    /**
     * Done
     */
    200: CampaignResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsUpdateResponse = CampaignsUpdateResponses[keyof CampaignsUpdateResponses];

export type CampaignsStartData = {
    body: StartCampaignRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}/start';
};

export type CampaignsStartResponses = {
    /**
     * Done
     */
    200: CampaignResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsStartResponse = CampaignsStartResponses[keyof CampaignsStartResponses];

export type CampaignsPauseData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}/pause';
};

export type CampaignsPauseResponses = {
    /**
     * Done
     */
    200: CampaignResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsPauseResponse = CampaignsPauseResponses[keyof CampaignsPauseResponses];

export type CampaignsResumeData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}/resume';
};

export type CampaignsResumeResponses = {
    /**
     * Done
     */
    200: CampaignResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsResumeResponse = CampaignsResumeResponses[keyof CampaignsResumeResponses];

export type CampaignsCancelData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}/cancel';
};

export type CampaignsCancelResponses = {
    /**
     * Done
     */
    200: CampaignResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignsCancelResponse = CampaignsCancelResponses[keyof CampaignsCancelResponses];

export type CampaignTrialPreviewData = {
    body: PreviewCampaignRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}/preview';
};

export type CampaignTrialPreviewResponses = {
    /**
     * Done
     */
    200: CampaignPreviewResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignTrialPreviewResponse = CampaignTrialPreviewResponses[keyof CampaignTrialPreviewResponses];

export type CampaignTrialTestData = {
    body: SendTestOfCampaignRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/campaigns/{id}/test';
};

export type CampaignTrialTestResponses = {
    /**
     * Done
     */
    202: SentMessagesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignTrialTestResponse = CampaignTrialTestResponses[keyof CampaignTrialTestResponses];

export type CampaignAudienceCountData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * The topic it is to be of, by its id or slug; the list when absent.
         */
        topic?: string;
    };
    url: '/api/lists/{id}/audience';
};

export type CampaignAudienceCountResponses = {
    /**
     * Done
     */
    200: CampaignAudienceResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type CampaignAudienceCountResponse = CampaignAudienceCountResponses[keyof CampaignAudienceCountResponses];

export type AlertsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/platform-alerts';
};

export type AlertsListResponses = {
    /**
     * Done
     */
    200: AlertsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AlertsListResponse = AlertsListResponses[keyof AlertsListResponses];

export type AlertsCreateData = {
    body: AlertRequest;
    path?: never;
    query?: never;
    url: '/api/admin/platform-alerts';
};

export type AlertsCreateResponses = {
    /**
     * Done
     */
    201: AlertResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AlertsCreateResponse = AlertsCreateResponses[keyof AlertsCreateResponses];

export type AlertsListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Of one rule alone.
         */
        rule?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/platform-alerts/events';
};

export type AlertsListEventsResponses = {
    /**
     * Done
     */
    200: AlertEventPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AlertsListEventsResponse = AlertsListEventsResponses[keyof AlertsListEventsResponses];

export type AlertsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/platform-alerts/{id}';
};

export type AlertsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type AlertsDeleteResponse = AlertsDeleteResponses[keyof AlertsDeleteResponses];

export type AlertsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/platform-alerts/{id}';
};

export type AlertsGetResponses = {
    /**
     * Done
     */
    200: AlertResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AlertsGetResponse = AlertsGetResponses[keyof AlertsGetResponses];

export type AlertsReplaceData = {
    body: AlertRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/platform-alerts/{id}';
};

export type AlertsReplaceResponses = {
    /**
     * Done
     */
    200: AlertResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AlertsReplaceResponse = AlertsReplaceResponses[keyof AlertsReplaceResponses];

export type MetricsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/metrics';
};

export type MetricsGetResponses = {
    /**
     * Done
     */
    200: MetricsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type MetricsGetResponse = MetricsGetResponses[keyof MetricsGetResponses];

export type PlatformSeriesReadData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Two days before `to` by the hour, thirty by the day, unless given.
         */
        from?: string;
        /**
         * Now unless given.
         */
        to?: string;
        interval?: 'hour' | 'day';
        channel?: 'email' | 'sms' | 'push';
        /**
         * The kind of job whose queue is shown, as workQueues names it; all unless given.
         */
        queue?: string;
    };
    url: '/api/admin/metrics/series';
};

export type PlatformSeriesReadResponses = {
    /**
     * Done
     */
    200: PlatformSeriesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PlatformSeriesReadResponse = PlatformSeriesReadResponses[keyof PlatformSeriesReadResponses];

export type ContactsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * A part of name, e-mail or phone; % and _ are taken as they are.
         */
        q?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
        /**
         * Only the members of this list.
         */
        list_id?: string;
        /**
         * Only the contact with this ExternalId.
         */
        external_id?: string;
    };
    url: '/api/contacts';
};

export type ContactsListResponses = {
    /**
     * Done
     */
    200: ContactPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ContactsListResponse = ContactsListResponses[keyof ContactsListResponses];

export type ContactsCreateData = {
    body: CreateContactRequest;
    path?: never;
    query?: never;
    url: '/api/contacts';
};

export type ContactsCreateResponses = {
    /**
     * Done
     */
    201: ContactResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ContactsCreateResponse = ContactsCreateResponses[keyof ContactsCreateResponses];

export type ContactsImportData = {
    body: ImportContactsRequest;
    path?: never;
    query?: never;
    url: '/api/contacts/bulk';
};

export type ContactsImportResponses = {
    /**
     * Done
     */
    200: ImportResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ContactsImportResponse = ContactsImportResponses[keyof ContactsImportResponses];

export type ContactsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/contacts/{id}';
};

export type ContactsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ContactsDeleteResponse = ContactsDeleteResponses[keyof ContactsDeleteResponses];

export type ContactsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/contacts/{id}';
};

export type ContactsGetResponses = {
    /**
     * Done
     */
    200: ContactResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ContactsGetResponse = ContactsGetResponses[keyof ContactsGetResponses];

export type ContactsUpdateData = {
    body: UpdateContactRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/contacts/{id}';
};

export type ContactsUpdateResponses = {
    /**
     * Done
     */
    200: ContactResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ContactsUpdateResponse = ContactsUpdateResponses[keyof ContactsUpdateResponses];

export type ListsRemoveMembersData = {
    body: MembersRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/lists/{id}/members';
};

export type ListsRemoveMembersResponses = {
    /**
     * Done
     */
    200: RemovedMembersResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ListsRemoveMembersResponse = ListsRemoveMembersResponses[keyof ListsRemoveMembersResponses];

export type ListedContactsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * A part of name, e-mail or phone; % and _ are taken as they are.
         */
        q?: string;
        /**
         * Only members that have confirmed, or only those that have not.
         */
        status?: 'confirmed' | 'pending';
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/lists/{id}/members';
};

export type ListedContactsListResponses = {
    /**
     * Done
     */
    200: ContactPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ListedContactsListResponse = ListedContactsListResponses[keyof ListedContactsListResponses];

export type ListsAddMembersData = {
    body: AddMembersRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/lists/{id}/members';
};

export type ListsAddMembersResponses = {
    /**
     * Done
     */
    200: AddedMembersResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ListsAddMembersResponse = ListsAddMembersResponses[keyof ListsAddMembersResponses];

export type DashboardSendSendData = {
    /**
     * Channel, and the fields of that channel under /v1.
     */
    body: {
        Channel: 'email' | 'sms' | 'push';
        [key: string]: unknown;
    };
    path?: never;
    query?: never;
    url: '/api/messages/send';
};

export type DashboardSendSendResponses = {
    /**
     * Done
     */
    202: SentMessagesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DashboardSendSendResponse = DashboardSendSendResponses[keyof DashboardSendSendResponses];

export type ResendResendData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/messages/{id}/resend';
};

export type ResendResendResponses = {
    /**
     * Done
     */
    202: MessageDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ResendResendResponse = ResendResendResponses[keyof ResendResendResponses];

export type EmailsSendData = {
    body: SendEmailRequest;
    path?: never;
    query?: never;
    url: '/v1/emails/send';
};

export type EmailsSendResponses = {
    /**
     * Done
     */
    202: EnqueuedResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type EmailsSendResponse = EmailsSendResponses[keyof EmailsSendResponses];

export type EmailsBatchData = {
    body: SendBatchRequest;
    path?: never;
    query?: never;
    url: '/v1/emails/batch';
};

export type EmailsBatchResponses = {
    /**
     * Done
     */
    202: BatchResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type EmailsBatchResponse = EmailsBatchResponses[keyof EmailsBatchResponses];

export type EmailsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
        status?: 'queued' | 'processing' | 'sent' | 'failed' | 'bounced' | 'complained' | 'cancelled';
        /**
         * A part of the subject or of an address; % and _ are taken as they are.
         */
        q?: string;
        /**
         * Messages with this tag, as `key:value`.
         */
        tag?: string;
        /**
         * Messages of this campaign.
         */
        campaign?: string;
        /**
         * Messages of live keys or of test keys; both unless given.
         */
        environment?: 'live' | 'test';
    };
    url: '/v1/emails';
};

export type EmailsListResponses = {
    /**
     * Done
     */
    200: MessagePageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type EmailsListResponse = EmailsListResponses[keyof EmailsListResponses];

export type EmailsReadData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/emails/{id}';
};

export type EmailsReadResponses = {
    /**
     * Done
     */
    200: MessageDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type EmailsReadResponse = EmailsReadResponses[keyof EmailsReadResponses];

export type EmailsCancelData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/emails/{id}/cancel';
};

export type EmailsCancelResponses = {
    /**
     * Done
     */
    200: MessageDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type EmailsCancelResponse = EmailsCancelResponses[keyof EmailsCancelResponses];

export type FeedbackLoopReadData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/feedback-loop';
};

export type FeedbackLoopReadResponses = {
    /**
     * Done
     */
    200: FeedbackLoopResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type FeedbackLoopReadResponse = FeedbackLoopReadResponses[keyof FeedbackLoopReadResponses];

export type FeedbackLoopCreateKeyData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/feedback-loop/keys';
};

export type FeedbackLoopCreateKeyResponses = {
    /**
     * Done
     */
    201: FeedbackLoopResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type FeedbackLoopCreateKeyResponse = FeedbackLoopCreateKeyResponses[keyof FeedbackLoopCreateKeyResponses];

export type FeedbackLoopCheckData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/admin/feedback-loop/check';
};

export type FeedbackLoopCheckResponses = {
    /**
     * Done
     */
    200: FeedbackLoopResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type FeedbackLoopCheckResponse = FeedbackLoopCheckResponses[keyof FeedbackLoopCheckResponses];

export type InboundRoutesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/inbound/routes';
};

export type InboundRoutesListResponses = {
    /**
     * Done
     */
    200: InboundRoutePageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type InboundRoutesListResponse = InboundRoutesListResponses[keyof InboundRoutesListResponses];

export type InboundRoutesCreateData = {
    body: CreateInboundRouteRequest;
    path?: never;
    query?: never;
    url: '/api/inbound/routes';
};

export type InboundRoutesCreateResponses = {
    /**
     * Done
     */
    201: InboundRouteResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type InboundRoutesCreateResponse = InboundRoutesCreateResponses[keyof InboundRoutesCreateResponses];

export type InboundRoutesDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/inbound/routes/{id}';
};

export type InboundRoutesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type InboundRoutesDeleteResponse = InboundRoutesDeleteResponses[keyof InboundRoutesDeleteResponses];

export type InboundRoutesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/inbound/routes/{id}';
};

export type InboundRoutesGetResponses = {
    /**
     * Done
     */
    200: InboundRouteResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type InboundRoutesGetResponse = InboundRoutesGetResponses[keyof InboundRoutesGetResponses];

export type InboundRoutesUpdateData = {
    body: UpdateInboundRouteRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/inbound/routes/{id}';
};

export type InboundRoutesUpdateResponses = {
    /**
     * Done
     */
    200: InboundRouteResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type InboundRoutesUpdateResponse = InboundRoutesUpdateResponses[keyof InboundRoutesUpdateResponses];

export type ReceivedEmailsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/inbound/emails';
};

export type ReceivedEmailsListResponses = {
    /**
     * Done
     */
    200: ReceivedEmailPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReceivedEmailsListResponse = ReceivedEmailsListResponses[keyof ReceivedEmailsListResponses];

export type ReceivedEmailsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/inbound/emails/{id}';
};

export type ReceivedEmailsGetResponses = {
    /**
     * Done
     */
    200: ReceivedEmailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReceivedEmailsGetResponse = ReceivedEmailsGetResponses[keyof ReceivedEmailsGetResponses];

export type ReceivedEmailsRawData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/inbound/emails/{id}/raw';
};

export type ReceivedEmailsRawResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ReceivedEmailsAttachmentData = {
    body?: never;
    path: {
        id: string;
        index: string;
    };
    query?: never;
    url: '/api/inbound/emails/{id}/attachments/{index}';
};

export type ReceivedEmailsAttachmentResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type TenantEventsListenData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/events';
};

export type TenantEventsListenResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ListsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/lists';
};

export type ListsListResponses = {
    /**
     * Done
     */
    200: ListPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ListsListResponse = ListsListResponses[keyof ListsListResponses];

export type ListsUpsertData = {
    body: SaveListRequest;
    path?: never;
    query?: never;
    url: '/api/lists';
};

export type ListsUpsertResponses = {
    /**
     * A list with this slug was there and is changed
     */
    200: ListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
    /**
     * Added
     */
    201: ListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ListsUpsertResponse = ListsUpsertResponses[keyof ListsUpsertResponses];

export type ListsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/lists/{id}';
};

export type ListsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ListsDeleteResponse = ListsDeleteResponses[keyof ListsDeleteResponses];

export type ListsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/lists/{id}';
};

export type ListsGetResponses = {
    /**
     * Done
     */
    200: ListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ListsGetResponse = ListsGetResponses[keyof ListsGetResponses];

export type MessageExportExportData = {
    body?: never;
    path?: never;
    query?: {
        format?: 'ndjson' | 'csv';
        /**
         * All that the credential may read unless given.
         */
        channel?: 'email' | 'sms' | 'push';
        status?: 'queued' | 'processing' | 'sending' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'bounced' | 'complained' | 'cancelled';
        /**
         * A part of the subject or of an address; % and _ are taken as they are.
         */
        q?: string;
        /**
         * Messages with this tag, as `key:value`.
         */
        tag?: string;
        /**
         * Messages of this campaign.
         */
        campaign?: string;
        /**
         * Messages of live keys or of test keys; both unless given.
         */
        environment?: 'live' | 'test';
        /**
         * Messages to this whole address, number, device or topic (`topic:<name>`); an address as it was given to the send, or in lower case.
         */
        recipient?: string;
        /**
         * Messages that were made from this template.
         */
        template?: string;
        /**
         * Accepted from this time on.
         */
        from?: string;
        /**
         * Accepted before this time.
         */
        to?: string;
        /**
         * X-Export-Cursor of the last file, for what came since; or the last message of a file that broke off, for what it lacks.
         */
        after?: string;
    };
    url: '/api/messages/export';
};

export type MessageExportExportResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type MessagesListData = {
    body?: never;
    path?: never;
    query?: {
        status?: 'queued' | 'processing' | 'sending' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'bounced' | 'complained' | 'cancelled';
        /**
         * A part of the subject or of an address; % and _ are taken as they are.
         */
        q?: string;
        /**
         * Messages with this tag, as `key:value`.
         */
        tag?: string;
        /**
         * Messages of this campaign.
         */
        campaign?: string;
        /**
         * Messages of live keys or of test keys; both unless given.
         */
        environment?: 'live' | 'test';
        /**
         * All of them unless given.
         */
        channel?: 'email' | 'sms' | 'push';
        /**
         * Messages to this whole address, number, device or topic (`topic:<name>`); an address as it was given to the send, or in lower case.
         */
        recipient?: string;
        /**
         * Messages that were made from this template.
         */
        template?: string;
        /**
         * Accepted from this time on.
         */
        from?: string;
        /**
         * Accepted before this time.
         */
        to?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/messages';
};

export type MessagesListResponses = {
    /**
     * Done
     */
    200: MessagePageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type MessagesListResponse = MessagesListResponses[keyof MessagesListResponses];

export type MessagesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/messages/{id}';
};

export type MessagesGetResponses = {
    /**
     * Done
     */
    200: MessageDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type MessagesGetResponse = MessagesGetResponses[keyof MessagesGetResponses];

export type MessagesCancelData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/messages/{id}/cancel';
};

export type MessagesCancelResponses = {
    /**
     * Done
     */
    200: MessageDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type MessagesCancelResponse = MessagesCancelResponses[keyof MessagesCancelResponses];

export type DevicesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/v1/push/devices';
};

export type DevicesListResponses = {
    /**
     * Done
     */
    200: DevicePageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DevicesListResponse = DevicesListResponses[keyof DevicesListResponses];

export type DevicesRegisterData = {
    body: RegisterDeviceRequest;
    path?: never;
    query?: never;
    url: '/v1/push/devices';
};

export type DevicesRegisterResponses = {
    /**
     * Done
     */
    200: DeviceResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DevicesRegisterResponse = DevicesRegisterResponses[keyof DevicesRegisterResponses];

export type DevicesDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/push/devices/{id}';
};

export type DevicesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type DevicesDeleteResponse = DevicesDeleteResponses[keyof DevicesDeleteResponses];

export type TenantDevicesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/push/devices';
};

export type TenantDevicesListResponses = {
    /**
     * Done
     */
    200: DevicePageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TenantDevicesListResponse = TenantDevicesListResponses[keyof TenantDevicesListResponses];

export type TenantDevicesDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/push/devices/{id}';
};

export type TenantDevicesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type TenantDevicesDeleteResponse = TenantDevicesDeleteResponses[keyof TenantDevicesDeleteResponses];

export type SiteConfigReadData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/push/site-config';
};

export type SiteConfigReadResponses = {
    /**
     * Done
     */
    200: SiteConfigResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SiteConfigReadResponse = SiteConfigReadResponses[keyof SiteConfigReadResponses];

export type SiteDevicesRegisterData = {
    body: RegisterBrowserRequest;
    path?: never;
    query?: never;
    url: '/push/site/devices';
};

export type SiteDevicesRegisterResponses = {
    /**
     * Done
     */
    204: void;
};

export type SiteDevicesRegisterResponse = SiteDevicesRegisterResponses[keyof SiteDevicesRegisterResponses];

export type PushSendData = {
    body: SendPushRequest;
    path?: never;
    query?: never;
    url: '/v1/push/send';
};

export type PushSendResponses = {
    /**
     * Done
     */
    202: EnqueuedResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PushSendResponse = PushSendResponses[keyof PushSendResponses];

export type PushCancelData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/push/{id}/cancel';
};

export type PushCancelResponses = {
    /**
     * Done
     */
    200: MessageDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PushCancelResponse = PushCancelResponses[keyof PushCancelResponses];

export type ProtectedResourceMetadataData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/.well-known/oauth-protected-resource';
};

export type ProtectedResourceMetadataResponses = {
    /**
     * Done
     */
    200: ProtectedResourceResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ProtectedResourceMetadataResponse = ProtectedResourceMetadataResponses[keyof ProtectedResourceMetadataResponses];

export type ReportsOverviewData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Thirty days before `to` unless given; whole hours are counted.
         */
        from?: string;
        /**
         * Now unless given.
         */
        to?: string;
        /**
         * Messages with this tag, as `key:value`.
         */
        tag?: string;
        /**
         * Messages of this campaign.
         */
        campaign?: string;
        /**
         * Messages of live keys or of test keys; both unless given.
         */
        environment?: 'live' | 'test';
    };
    url: '/api/reports/overview';
};

export type ReportsOverviewResponses = {
    /**
     * Done
     */
    200: OverviewResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReportsOverviewResponse = ReportsOverviewResponses[keyof ReportsOverviewResponses];

export type ReportsTimeseriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Thirty days before `to` unless given; whole hours are counted.
         */
        from?: string;
        /**
         * Now unless given.
         */
        to?: string;
        /**
         * Messages with this tag, as `key:value`.
         */
        tag?: string;
        /**
         * Messages of this campaign.
         */
        campaign?: string;
        /**
         * Messages of live keys or of test keys; both unless given.
         */
        environment?: 'live' | 'test';
        channel?: 'email' | 'sms' | 'push';
        interval?: 'hour' | 'day' | 'week' | 'month';
    };
    url: '/api/reports/timeseries';
};

export type ReportsTimeseriesResponses = {
    /**
     * Done
     */
    200: TimeseriesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReportsTimeseriesResponse = ReportsTimeseriesResponses[keyof ReportsTimeseriesResponses];

export type ReportsGroupsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Thirty days before `to` unless given; whole hours are counted.
         */
        from?: string;
        /**
         * Now unless given.
         */
        to?: string;
        /**
         * What the messages of a group have in common.
         */
        by?: 'tag' | 'campaign' | 'environment';
        /**
         * With by=tag: the key.
         */
        key?: string;
        channel?: 'email' | 'sms' | 'push';
        limit?: number;
    };
    url: '/api/reports/groups';
};

export type ReportsGroupsResponses = {
    /**
     * Done
     */
    200: GroupsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReportsGroupsResponse = ReportsGroupsResponses[keyof ReportsGroupsResponses];

export type ReportsTopTemplatesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Thirty days before `to` unless given; whole hours are counted.
         */
        from?: string;
        /**
         * Now unless given.
         */
        to?: string;
        channel?: 'email' | 'sms' | 'push';
        limit?: number;
    };
    url: '/api/reports/top-templates';
};

export type ReportsTopTemplatesResponses = {
    /**
     * Done
     */
    200: TopTemplatesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReportsTopTemplatesResponse = ReportsTopTemplatesResponses[keyof ReportsTopTemplatesResponses];

export type SuppressionsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * A part of the address; % and _ are taken as they are.
         */
        q?: string;
        reason?: 'bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'erased';
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/suppressions';
};

export type SuppressionsListResponses = {
    /**
     * Done
     */
    200: SuppressionPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SuppressionsListResponse = SuppressionsListResponses[keyof SuppressionsListResponses];

export type SuppressionsCreateData = {
    body: AddSuppressionRequest;
    path?: never;
    query?: never;
    url: '/api/suppressions';
};

export type SuppressionsCreateResponses = {
    /**
     * Done
     */
    200: SuppressionResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
    /**
     * Done
     */
    201: SuppressionResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SuppressionsCreateResponse = SuppressionsCreateResponses[keyof SuppressionsCreateResponses];

export type SuppressionsDeleteData = {
    body?: never;
    path: {
        /**
         * The Id of the entry, or its Address.
         */
        name: unknown;
    };
    query?: never;
    url: '/api/suppressions/{name}';
};

export type SuppressionsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type SuppressionsDeleteResponse = SuppressionsDeleteResponses[keyof SuppressionsDeleteResponses];

export type SuppressionsGetData = {
    body?: never;
    path: {
        /**
         * The Id of the entry, or its Address.
         */
        name: unknown;
    };
    query?: never;
    url: '/api/suppressions/{name}';
};

export type SuppressionsGetResponses = {
    /**
     * Done
     */
    200: SuppressionResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SuppressionsGetResponse = SuppressionsGetResponses[keyof SuppressionsGetResponses];

export type SmsSendData = {
    body: SendSmsRequest;
    path?: never;
    query?: never;
    url: '/v1/sms/send';
};

export type SmsSendResponses = {
    /**
     * Done
     */
    202: EnqueuedResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsSendResponse = SmsSendResponses[keyof SmsSendResponses];

export type SmsCancelData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/sms/{id}/cancel';
};

export type SmsCancelResponses = {
    /**
     * Done
     */
    200: MessageDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsCancelResponse = SmsCancelResponses[keyof SmsCancelResponses];

export type SmsCountriesGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/sms/countries';
};

export type SmsCountriesGetResponses = {
    /**
     * Done
     */
    200: SmsCountriesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsCountriesGetResponse = SmsCountriesGetResponses[keyof SmsCountriesGetResponses];

export type SmsCountriesUpdateData = {
    body: SetSmsCountriesRequest;
    path?: never;
    query?: never;
    url: '/api/sms/countries';
};

export type SmsCountriesUpdateResponses = {
    /**
     * Done
     */
    200: SmsCountriesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsCountriesUpdateResponse = SmsCountriesUpdateResponses[keyof SmsCountriesUpdateResponses];

export type SmsCredentialsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/sms/credentials';
};

export type SmsCredentialsListResponses = {
    /**
     * Done
     */
    200: SmsCredentialsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsCredentialsListResponse = SmsCredentialsListResponses[keyof SmsCredentialsListResponses];

export type SmsCredentialsSetTwilioData = {
    body: SetTwilioRequest;
    path?: never;
    query?: never;
    url: '/api/sms/credentials/twilio';
};

export type SmsCredentialsSetTwilioResponses = {
    /**
     * Done
     */
    200: SmsCredentialResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsCredentialsSetTwilioResponse = SmsCredentialsSetTwilioResponses[keyof SmsCredentialsSetTwilioResponses];

export type SmsCredentialsSetSmppData = {
    body: SetSmppRequest;
    path?: never;
    query?: never;
    url: '/api/sms/credentials/smpp';
};

export type SmsCredentialsSetSmppResponses = {
    /**
     * Done
     */
    200: SmsCredentialResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsCredentialsSetSmppResponse = SmsCredentialsSetSmppResponses[keyof SmsCredentialsSetSmppResponses];

export type SmsCredentialsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/credentials/{id}';
};

export type SmsCredentialsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type SmsCredentialsDeleteResponse = SmsCredentialsDeleteResponses[keyof SmsCredentialsDeleteResponses];

export type SmsCredentialsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/credentials/{id}';
};

export type SmsCredentialsGetResponses = {
    /**
     * Done
     */
    200: SmsCredentialResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsCredentialsGetResponse = SmsCredentialsGetResponses[keyof SmsCredentialsGetResponses];

export type TemplatesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * A part of the name, without regard to case.
         */
        q?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/templates';
};

export type TemplatesListResponses = {
    /**
     * Done
     */
    200: TemplatePageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TemplatesListResponse = TemplatesListResponses[keyof TemplatesListResponses];

export type TemplatesCreateData = {
    body: CreateTemplateRequest;
    path?: never;
    query?: never;
    url: '/api/templates';
};

export type TemplatesCreateResponses = {
    /**
     * Done
     */
    201: TemplateResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TemplatesCreateResponse = TemplatesCreateResponses[keyof TemplatesCreateResponses];

export type TemplatesDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/templates/{id}';
};

export type TemplatesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type TemplatesDeleteResponse = TemplatesDeleteResponses[keyof TemplatesDeleteResponses];

export type TemplatesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/templates/{id}';
};

export type TemplatesGetResponses = {
    /**
     * Done
     */
    200: TemplateResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TemplatesGetResponse = TemplatesGetResponses[keyof TemplatesGetResponses];

export type TemplatesUpdateData = {
    body: UpdateTemplateRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/templates/{id}';
};

export type TemplatesUpdateResponses = {
    /**
     * Done
     */
    200: TemplateResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TemplatesUpdateResponse = TemplatesUpdateResponses[keyof TemplatesUpdateResponses];

export type TemplatesPreviewData = {
    body: PreviewTemplateRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/templates/{id}/preview';
};

export type TemplatesPreviewResponses = {
    /**
     * Done
     */
    200: TemplatePreviewResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TemplatesPreviewResponse = TemplatesPreviewResponses[keyof TemplatesPreviewResponses];

export type TemplateTestSendData = {
    body: SendTestOfTemplateRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/templates/{id}/test';
};

export type TemplateTestSendResponses = {
    /**
     * Done
     */
    202: SentMessagesResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TemplateTestSendResponse = TemplateTestSendResponses[keyof TemplateTestSendResponses];

export type TopicsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/topics';
};

export type TopicsListResponses = {
    /**
     * Done
     */
    200: TopicPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TopicsListResponse = TopicsListResponses[keyof TopicsListResponses];

export type TopicsCreateData = {
    body: CreateTopicRequest;
    path?: never;
    query?: never;
    url: '/api/topics';
};

export type TopicsCreateResponses = {
    /**
     * Done
     */
    201: TopicResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TopicsCreateResponse = TopicsCreateResponses[keyof TopicsCreateResponses];

export type TopicsDeleteData = {
    body?: never;
    path: {
        /**
         * The Id of the topic, or its Slug.
         */
        name: unknown;
    };
    query?: never;
    url: '/api/topics/{name}';
};

export type TopicsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type TopicsDeleteResponse = TopicsDeleteResponses[keyof TopicsDeleteResponses];

export type TopicsGetData = {
    body?: never;
    path: {
        /**
         * The Id of the topic, or its Slug.
         */
        name: unknown;
    };
    query?: never;
    url: '/api/topics/{name}';
};

export type TopicsGetResponses = {
    /**
     * Done
     */
    200: TopicResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TopicsGetResponse = TopicsGetResponses[keyof TopicsGetResponses];

export type TopicsUpdateData = {
    body: UpdateTopicRequest;
    path: {
        /**
         * The Id of the topic, or its Slug.
         */
        name: unknown;
    };
    query?: never;
    url: '/api/topics/{name}';
};

export type TopicsUpdateResponses = {
    /**
     * Done
     */
    200: TopicResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TopicsUpdateResponse = TopicsUpdateResponses[keyof TopicsUpdateResponses];

export type TenantsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/tenants';
};

export type TenantsListResponses = {
    /**
     * Done
     */
    200: TenantListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TenantsListResponse = TenantsListResponses[keyof TenantsListResponses];

export type TenantsCreateData = {
    body: CreateTenantRequest;
    path?: never;
    query?: never;
    url: '/api/tenants';
};

export type TenantsCreateResponses = {
    /**
     * Done
     */
    201: TenantDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TenantsCreateResponse = TenantsCreateResponses[keyof TenantsCreateResponses];

export type TenantDeletionDeleteData = {
    body: PasswordRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}';
};

export type TenantDeletionDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type TenantDeletionDeleteResponse = TenantDeletionDeleteResponses[keyof TenantDeletionDeleteResponses];

export type TenantsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}';
};

export type TenantsGetResponses = {
    /**
     * Done
     */
    200: TenantDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TenantsGetResponse = TenantsGetResponses[keyof TenantsGetResponses];

export type TenantsUpdateData = {
    body: UpdateTenantPatch;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}';
};

export type TenantsUpdateResponses = {
    /**
     * Done
     */
    200: TenantDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TenantsUpdateResponse = TenantsUpdateResponses[keyof TenantsUpdateResponses];

export type TenantDeletionRestoreData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}/restore';
};

export type TenantDeletionRestoreResponses = {
    /**
     * Done
     */
    204: void;
};

export type TenantDeletionRestoreResponse = TenantDeletionRestoreResponses[keyof TenantDeletionRestoreResponses];

export type ApiKeysListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/tenants/{id}/api-keys';
};

export type ApiKeysListResponses = {
    /**
     * Done
     */
    200: ApiKeyListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ApiKeysListResponse = ApiKeysListResponses[keyof ApiKeysListResponses];

export type ApiKeysCreateData = {
    body: CreateApiKeyRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}/api-keys';
};

export type ApiKeysCreateResponses = {
    /**
     * Done
     */
    201: CreatedApiKeyResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ApiKeysCreateResponse = ApiKeysCreateResponses[keyof ApiKeysCreateResponses];

export type ApiKeysRevokeData = {
    body?: never;
    path: {
        id: string;
        keyId: string;
    };
    query?: never;
    url: '/api/tenants/{id}/api-keys/{keyId}';
};

export type ApiKeysRevokeResponses = {
    /**
     * Done
     */
    204: void;
};

export type ApiKeysRevokeResponse = ApiKeysRevokeResponses[keyof ApiKeysRevokeResponses];

export type MembersListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/tenants/{id}/members';
};

export type MembersListResponses = {
    /**
     * Done
     */
    200: MemberListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type MembersListResponse = MembersListResponses[keyof MembersListResponses];

export type MembersRemoveData = {
    body?: never;
    path: {
        id: string;
        userId: string;
    };
    query?: never;
    url: '/api/tenants/{id}/members/{userId}';
};

export type MembersRemoveResponses = {
    /**
     * Done
     */
    204: void;
};

export type MembersRemoveResponse = MembersRemoveResponses[keyof MembersRemoveResponses];

export type MembersSetRoleData = {
    body: SetRolePatch;
    path: {
        id: string;
        userId: string;
    };
    query?: never;
    url: '/api/tenants/{id}/members/{userId}';
};

export type MembersSetRoleResponses = {
    /**
     * Done
     */
    200: MemberDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type MembersSetRoleResponse = MembersSetRoleResponses[keyof MembersSetRoleResponses];

export type InvitationsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}/invitations';
};

export type InvitationsListResponses = {
    /**
     * Done
     */
    200: InvitationListResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type InvitationsListResponse = InvitationsListResponses[keyof InvitationsListResponses];

export type InvitationsCreateData = {
    body: InviteRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/tenants/{id}/invitations';
};

export type InvitationsCreateResponses = {
    /**
     * Done
     */
    201: InvitationDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type InvitationsCreateResponse = InvitationsCreateResponses[keyof InvitationsCreateResponses];

export type InvitationsRevokeData = {
    body?: never;
    path: {
        id: string;
        invitationId: string;
    };
    query?: never;
    url: '/api/tenants/{id}/invitations/{invitationId}';
};

export type InvitationsRevokeResponses = {
    /**
     * Done
     */
    204: void;
};

export type InvitationsRevokeResponse = InvitationsRevokeResponses[keyof InvitationsRevokeResponses];

export type InvitationsAcceptData = {
    body: AcceptInvitationRequest;
    path?: never;
    query?: never;
    url: '/api/invitations/accept';
};

export type InvitationsAcceptResponses = {
    /**
     * Done
     */
    200: TenantDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type InvitationsAcceptResponse = InvitationsAcceptResponses[keyof InvitationsAcceptResponses];

export type TrackingSettingsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/tracking';
};

export type TrackingSettingsGetResponses = {
    /**
     * Done
     */
    200: TrackingResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TrackingSettingsGetResponse = TrackingSettingsGetResponses[keyof TrackingSettingsGetResponses];

export type TrackingSettingsUpdateData = {
    body: ChangeTrackingRequest;
    path?: never;
    query?: never;
    url: '/api/tracking';
};

export type TrackingSettingsUpdateResponses = {
    /**
     * Done
     */
    200: TrackingResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type TrackingSettingsUpdateResponse = TrackingSettingsUpdateResponses[keyof TrackingSettingsUpdateResponses];

export type WebhooksListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/webhooks';
};

export type WebhooksListResponses = {
    /**
     * Done
     */
    200: WebhookPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhooksListResponse = WebhooksListResponses[keyof WebhooksListResponses];

export type WebhooksCreateData = {
    body: CreateWebhookRequest;
    path?: never;
    query?: never;
    url: '/api/webhooks';
};

export type WebhooksCreateResponses = {
    /**
     * Done
     */
    201: CreatedWebhookResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhooksCreateResponse = WebhooksCreateResponses[keyof WebhooksCreateResponses];

export type WebhooksDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/webhooks/{id}';
};

export type WebhooksDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type WebhooksDeleteResponse = WebhooksDeleteResponses[keyof WebhooksDeleteResponses];

export type WebhooksGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/webhooks/{id}';
};

export type WebhooksGetResponses = {
    /**
     * Done
     */
    200: WebhookResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhooksGetResponse = WebhooksGetResponses[keyof WebhooksGetResponses];

export type WebhooksUpdateData = {
    body: UpdateWebhookRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/webhooks/{id}';
};

export type WebhooksUpdateResponses = {
    /**
     * Done
     */
    200: WebhookResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhooksUpdateResponse = WebhooksUpdateResponses[keyof WebhooksUpdateResponses];

export type WebhooksRotateSecretData = {
    body: EmptyRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/webhooks/{id}/rotate-secret';
};

export type WebhooksRotateSecretResponses = {
    /**
     * Done
     */
    200: RotatedSecretResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhooksRotateSecretResponse = WebhooksRotateSecretResponses[keyof WebhooksRotateSecretResponses];

export type WebhooksTestData = {
    body: TestWebhookRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/webhooks/{id}/test';
};

export type WebhooksTestResponses = {
    /**
     * Done
     */
    202: QueuedDeliveryResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhooksTestResponse = WebhooksTestResponses[keyof WebhooksTestResponses];

export type WebhooksReplayData = {
    body: ReplayWebhookRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/webhooks/{id}/replay';
};

export type WebhooksReplayResponses = {
    /**
     * Done
     */
    202: ReplayResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhooksReplayResponse = WebhooksReplayResponses[keyof WebhooksReplayResponses];

export type WebhookDeliveriesListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        status?: 'pending' | 'delivered' | 'failed';
        /**
         * Events of this type.
         */
        event?: 'email.sent' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.failed' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'push.sent' | 'push.delivered' | 'push.failed' | 'contact.created' | 'contact.updated' | 'contact.unsubscribed' | 'crm.contact.created' | 'crm.contact.updated' | 'crm.contact.deleted' | 'crm.contact.promoted' | 'webhook.disabled' | 'email.received' | 'sms.received';
        /**
         * Events that were to be delivered from this time on …
         */
        from?: string;
        /**
         * … and before this one.
         */
        to?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/webhooks/{id}/deliveries';
};

export type WebhookDeliveriesListResponses = {
    /**
     * Done
     */
    200: DeliveryPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhookDeliveriesListResponse = WebhookDeliveriesListResponses[keyof WebhookDeliveriesListResponses];

export type WebhookDeliveriesGetData = {
    body?: never;
    path: {
        id: string;
        delivery: string;
    };
    query?: never;
    url: '/api/webhooks/{id}/deliveries/{delivery}';
};

export type WebhookDeliveriesGetResponses = {
    /**
     * Done
     */
    200: DeliveryDetailResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhookDeliveriesGetResponse = WebhookDeliveriesGetResponses[keyof WebhookDeliveriesGetResponses];

export type WebhookDeliveriesResendData = {
    body: EmptyRequest;
    path: {
        id: string;
        delivery: string;
    };
    query?: never;
    url: '/api/webhooks/{id}/deliveries/{delivery}/resend';
};

export type WebhookDeliveriesResendResponses = {
    /**
     * Done
     */
    202: QueuedDeliveryResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type WebhookDeliveriesResendResponse = WebhookDeliveriesResendResponses[keyof WebhookDeliveriesResendResponses];

export type SigningCertificateReadData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/.well-known/webhooks.pem';
};

export type SigningCertificateReadResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type AttachmentUploadsCreateData = {
    body: {
        /**
         * At most 26214400 bytes (25 MiB)
         */
        File: Blob | File;
    };
    path?: never;
    query?: {
        /**
         * The name of a file that is the body itself.
         */
        FileName?: string;
    };
    url: '/v1/attachments';
};

export type AttachmentUploadsCreateResponses = {
    /**
     * Done
     */
    201: AttachmentResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AttachmentUploadsCreateResponse = AttachmentUploadsCreateResponses[keyof AttachmentUploadsCreateResponses];

export type AttachmentUploadsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/attachments/{id}';
};

export type AttachmentUploadsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type AttachmentUploadsDeleteResponse = AttachmentUploadsDeleteResponses[keyof AttachmentUploadsDeleteResponses];

export type AttachmentUploadsReadData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/attachments/{id}';
};

export type AttachmentUploadsReadResponses = {
    /**
     * Done
     */
    200: AttachmentResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type AttachmentUploadsReadResponse = AttachmentUploadsReadResponses[keyof AttachmentUploadsReadResponses];

export type DomainsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/domains';
};

export type DomainsListResponses = {
    /**
     * Done
     */
    200: DomainPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DomainsListResponse = DomainsListResponses[keyof DomainsListResponses];

export type DomainsCreateData = {
    body: CreateDomainRequest;
    path?: never;
    query?: never;
    url: '/api/domains';
};

export type DomainsCreateResponses = {
    /**
     * Done
     */
    201: DomainResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DomainsCreateResponse = DomainsCreateResponses[keyof DomainsCreateResponses];

export type DomainsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/domains/{id}';
};

export type DomainsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type DomainsDeleteResponse = DomainsDeleteResponses[keyof DomainsDeleteResponses];

export type DomainsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/domains/{id}';
};

export type DomainsGetResponses = {
    /**
     * Done
     */
    200: DomainResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DomainsGetResponse = DomainsGetResponses[keyof DomainsGetResponses];

export type DomainsVerifyData = {
    body: EmptyDomainRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/domains/{id}/verify';
};

export type DomainsVerifyResponses = {
    /**
     * Done
     */
    200: DomainResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DomainsVerifyResponse = DomainsVerifyResponses[keyof DomainsVerifyResponses];

export type DomainsRotateKeysData = {
    body: EmptyDomainRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/domains/{id}/rotate-keys';
};

export type DomainsRotateKeysResponses = {
    /**
     * Done
     */
    200: DomainResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type DomainsRotateKeysResponse = DomainsRotateKeysResponses[keyof DomainsRotateKeysResponses];

export type PushCredentialsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/push/credentials';
};

export type PushCredentialsListResponses = {
    /**
     * Done
     */
    200: PushCredentialsResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PushCredentialsListResponse = PushCredentialsListResponses[keyof PushCredentialsListResponses];

export type PushCredentialsSetFcmData = {
    body: SetFcmRequest;
    path?: never;
    query?: never;
    url: '/api/push/credentials/fcm';
};

export type PushCredentialsSetFcmResponses = {
    /**
     * Done
     */
    200: PushCredentialResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PushCredentialsSetFcmResponse = PushCredentialsSetFcmResponses[keyof PushCredentialsSetFcmResponses];

export type PushCredentialsSetApnsData = {
    body: SetApnsRequest;
    path?: never;
    query?: never;
    url: '/api/push/credentials/apns';
};

export type PushCredentialsSetApnsResponses = {
    /**
     * Done
     */
    200: PushCredentialResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PushCredentialsSetApnsResponse = PushCredentialsSetApnsResponses[keyof PushCredentialsSetApnsResponses];

export type PushCredentialsSetVapidData = {
    body: SetVapidRequest;
    path?: never;
    query?: never;
    url: '/api/push/credentials/vapid';
};

export type PushCredentialsSetVapidResponses = {
    /**
     * Done
     */
    200: PushCredentialResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PushCredentialsSetVapidResponse = PushCredentialsSetVapidResponses[keyof PushCredentialsSetVapidResponses];

export type PushCredentialsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/push/credentials/{id}';
};

export type PushCredentialsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type PushCredentialsDeleteResponse = PushCredentialsDeleteResponses[keyof PushCredentialsDeleteResponses];

export type PushCredentialsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/push/credentials/{id}';
};

export type PushCredentialsGetResponses = {
    /**
     * Done
     */
    200: PushCredentialResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type PushCredentialsGetResponse = PushCredentialsGetResponses[keyof PushCredentialsGetResponses];

export type PushReceiptsConfirmData = {
    body?: never;
    path: {
        token: string;
    };
    query?: never;
    url: '/t/r/{token}';
};

export type PushReceiptsConfirmResponses = {
    /**
     * It is recorded
     */
    204: void;
};

export type PushReceiptsConfirmResponse = PushReceiptsConfirmResponses[keyof PushReceiptsConfirmResponses];

export type ReceivedTextsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The whole number of the telephone, in E.164.
         */
        sender?: string;
        /**
         * The whole number of the account that was texted.
         */
        recipient?: string;
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/sms/inbound';
};

export type ReceivedTextsListResponses = {
    /**
     * Done
     */
    200: ReceivedTextPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReceivedTextsListResponse = ReceivedTextsListResponses[keyof ReceivedTextsListResponses];

export type SandboxInboundTakeData = {
    body: SandboxTextRequest;
    path?: never;
    query?: never;
    url: '/api/sms/inbound';
};

export type SandboxInboundTakeResponses = {
    /**
     * Done
     */
    200: SandboxTextResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SandboxInboundTakeResponse = SandboxInboundTakeResponses[keyof SandboxInboundTakeResponses];

export type ReceivedTextsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/inbound/{id}';
};

export type ReceivedTextsGetResponses = {
    /**
     * Done
     */
    200: ReceivedTextResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ReceivedTextsGetResponse = ReceivedTextsGetResponses[keyof ReceivedTextsGetResponses];

export type SmsSendersListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/sms/senders';
};

export type SmsSendersListResponses = {
    /**
     * Done
     */
    200: SmsSenderPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsSendersListResponse = SmsSendersListResponses[keyof SmsSendersListResponses];

export type SmsSendersCreateData = {
    body: CreateSmsSenderRequest;
    path?: never;
    query?: never;
    url: '/api/sms/senders';
};

export type SmsSendersCreateResponses = {
    /**
     * Done
     */
    201: SmsSenderResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsSendersCreateResponse = SmsSendersCreateResponses[keyof SmsSendersCreateResponses];

export type SmsSendersDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/senders/{id}';
};

export type SmsSendersDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type SmsSendersDeleteResponse = SmsSendersDeleteResponses[keyof SmsSendersDeleteResponses];

export type SmsSendersGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/senders/{id}';
};

export type SmsSendersGetResponses = {
    /**
     * Done
     */
    200: SmsSenderResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsSendersGetResponse = SmsSendersGetResponses[keyof SmsSendersGetResponses];

export type SmsSendersUpdateData = {
    body: UpdateSmsSenderRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/senders/{id}';
};

export type SmsSendersUpdateResponses = {
    /**
     * Done
     */
    200: SmsSenderResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsSendersUpdateResponse = SmsSendersUpdateResponses[keyof SmsSendersUpdateResponses];

export type SmsSendersSendCodeData = {
    body: EmptySmsSenderRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/senders/{id}/code';
};

export type SmsSendersSendCodeResponses = {
    /**
     * Done
     */
    202: SentCodeResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsSendersSendCodeResponse = SmsSendersSendCodeResponses[keyof SmsSendersSendCodeResponses];

export type SmsSendersConfirmData = {
    body: ConfirmSmsSenderRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/sms/senders/{id}/confirm';
};

export type SmsSendersConfirmResponses = {
    /**
     * Done
     */
    200: SmsSenderResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type SmsSendersConfirmResponse = SmsSendersConfirmResponses[keyof SmsSendersConfirmResponses];

export type ConsoleSendersListData = {
    body?: never;
    path?: never;
    query?: {
        state?: 'pending' | 'confirmed';
        /**
         * NextCursor of the page before; 0 begins.
         */
        cursor?: number;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/api/admin/sms/senders';
};

export type ConsoleSendersListResponses = {
    /**
     * Done
     */
    200: ConsoleSmsSenderPageResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleSendersListResponse = ConsoleSendersListResponses[keyof ConsoleSendersListResponses];

export type ConsoleSendersConfirmData = {
    body: EmptySmsSenderRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/sms/senders/{id}/confirm';
};

export type ConsoleSendersConfirmResponses = {
    /**
     * Done
     */
    200: ConsoleSmsSenderResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type ConsoleSendersConfirmResponse = ConsoleSendersConfirmResponses[keyof ConsoleSendersConfirmResponses];

export type ConsoleSendersDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/admin/sms/senders/{id}';
};

export type ConsoleSendersDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ConsoleSendersDeleteResponse = ConsoleSendersDeleteResponses[keyof ConsoleSendersDeleteResponses];

export type BrandGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/brand';
};

export type BrandGetResponses = {
    /**
     * Done
     */
    200: BrandResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type BrandGetResponse = BrandGetResponses[keyof BrandGetResponses];

export type BrandUpdateData = {
    body: ChangeBrandRequest;
    path?: never;
    query?: never;
    url: '/api/brand';
};

export type BrandUpdateResponses = {
    /**
     * Done
     */
    200: BrandResponse & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type BrandUpdateResponse = BrandUpdateResponses[keyof BrandUpdateResponses];
