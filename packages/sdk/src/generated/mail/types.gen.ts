// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type SetVacationRequest = {
    /**
     * Enabling needs a text or HTML.
     */
    enabled: boolean;
    /**
     * From when on it answers; null or absent: at once.
     */
    starts_at?: string | null;
    /**
     * When it answers no more, after `starts_at`; null or absent: never.
     */
    ends_at?: string | null;
    /**
     * Null or absent: `Auto: ` and the subject of the message.
     */
    subject?: string | null;
    text?: string | null;
    html?: string | null;
    /**
     * Days until a sender is answered again; 7 if absent.
     */
    interval_days?: number;
};

export type VacationObject = {
    enabled: boolean;
    starts_at: string | null;
    ends_at: string | null;
    subject: string | null;
    text: string | null;
    html: string | null;
    /**
     * Days until a sender is answered again.
     */
    interval_days: number;
};

export type AskForwardingRequest = {
    address: string;
};

export type SetForwardingRequest = {
    /**
     * Enabling needs a destination, in this request or from before.
     */
    enabled: boolean;
    /**
     * All of them: who is not named is forwarded nothing any more. Absent: those that there are.
     */
    destinations?: Array<string>;
    /**
     * False: what was forwarded goes to the trash. Absent: as it is, at first true.
     */
    keep_copy?: boolean;
};

export type ForwardingObject = {
    enabled: boolean;
    /**
     * Whether forwarded mail stays where it would be without.
     */
    keep_copy: boolean;
    destinations: Array<ForwardingDestinationObject>;
};

export type ForwardingDestinationObject = {
    address: string;
    /**
     * Until then nothing is forwarded to it.
     */
    confirmed: boolean;
    confirmed_at: string | null;
    /**
     * When it was last asked for its consent.
     */
    asked_at: string;
    /**
     * Since when no message has reached it; null while they do.
     */
    failing_since: string | null;
    /**
     * What its mail server said last.
     */
    last_failure: string | null;
};

export type SetGrantRequest = {
    /**
     * Each role may do what those after it may.
     */
    role: 'owner' | 'manager' | 'sender' | 'reader';
};

export type GrantListResponse = {
    grants: Array<GrantObject>;
};

export type GrantObject = {
    user_id: string;
    /**
     * Null of a user who is no member of the tenant any more.
     */
    email: string | null;
    role: 'owner' | 'manager' | 'sender' | 'reader';
    /**
     * Whether the user is a member of the tenant. The grant of another has no effect.
     */
    active: boolean;
    created_at: string;
};

export type AccountPage = {
    accounts: Array<AccountObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type AccountMailboxObject = {
    mailbox_id: string;
    address: string;
    role: 'owner' | 'manager' | 'sender' | 'reader';
};

export type AccountObject = {
    user_id: string;
    /**
     * With which the user logs in.
     */
    email: string;
    name: string;
    /**
     * The role in the tenant.
     */
    role: 'owner' | 'admin' | 'member';
    joined_at: string;
    /**
     * Of this organisation, by address, at most 100.
     */
    mailboxes: Array<AccountMailboxObject>;
};

export type OrganisationPage = {
    orgs: Array<OrganisationObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type OrganisationObject = {
    id: string;
    /**
     * As the account is named, unless the organisation has its own name.
     */
    nome: string;
    /**
     * How many domains it has.
     */
    dominios: number;
    /**
     * How many mailboxes its domains have.
     */
    caixas: number;
};

export type DomainReportsResponse = {
    de: string;
    ate: string;
    dmarc: DmarcSummaryObject;
    tls: TlsSummaryObject;
};

export type TlsFailureObject = {
    type: 'starttls-not-supported' | 'certificate-host-mismatch' | 'certificate-expired' | 'certificate-not-trusted' | 'validation-failure' | 'tlsa-invalid' | 'dnssec-invalid' | 'dane-required' | 'sts-policy-fetch-error' | 'sts-policy-invalid' | 'sts-webpki-invalid' | 'other';
    sessions: number;
};

export type TlsReporterObject = {
    /**
     * As it names itself.
     */
    reporter: string;
    reports: number;
    /**
     * Sessions.
     */
    successful: number;
    /**
     * Sessions.
     */
    failed: number;
    /**
     * Most sessions first.
     */
    failures: Array<TlsFailureObject>;
};

export type TlsSummaryObject = {
    reports: number;
    /**
     * Sessions.
     */
    successful: number;
    /**
     * Sessions.
     */
    failed: number;
    /**
     * How many reporters there are; the list has the first 200.
     */
    reporters_total: number;
    /**
     * Most failed sessions first.
     */
    reporters: Array<TlsReporterObject>;
};

export type ReportDispositionObject = {
    /**
     * Delivered as usual.
     */
    none: number;
    /**
     * Treated as suspicious.
     */
    quarantine: number;
    reject: number;
};

export type ReportVerdictObject = {
    passed: number;
    failed: number;
};

export type DmarcSourceObject = {
    ip: string;
    messages: number;
    /**
     * A message passes by SPF or DKIM, for the domain in From.
     */
    dmarc: ReportVerdictObject;
    spf: ReportVerdictObject;
    dkim: ReportVerdictObject;
    /**
     * What the receivers did.
     */
    disposition: ReportDispositionObject;
};

export type DmarcSummaryObject = {
    reports: number;
    messages: number;
    passed: number;
    failed: number;
    /**
     * How many sources there are; the list has the first 500.
     */
    sources_total: number;
    /**
     * Most messages first.
     */
    sources: Array<DmarcSourceObject>;
};

export type PutSignatureRequest = {
    /**
     * Empty for none.
     */
    signature_html: string;
};

export type SignatureObject = {
    /**
     * Safe to show. Empty if there is none.
     */
    signature_html: string;
};

export type SendOrDraftRequest = {
    cc?: Array<string>;
    /**
     * They get the message; no header names them.
     */
    bcc?: Array<string>;
    subject?: string;
    text?: string;
    html?: string;
    attachments?: Array<AttachmentRequest>;
    /**
     * Required, unless a draft is sent.
     */
    to?: Array<string>;
    /**
     * The address of the mailbox or of an identity, with or without a display name. Absent for the default.
     */
    from?: string;
    /**
     * The draft that is sent, instead of all other fields.
     */
    draft_id?: string;
};

export type AttachmentRequest = {
    filename: string;
    /**
     * A media type, optionally with parameters.
     */
    content_type: string;
    /**
     * The content in base64.
     */
    content: string;
    /**
     * For images that the HTML shows as cid:<content_id>.
     */
    content_id?: string;
};

export type SentResponse = {
    /**
     * The Message-ID of the message, without angle brackets.
     */
    message_id: string;
    /**
     * sent: a mail server has it for at least one recipient. queued: it is being sent.
     */
    status: 'sent' | 'queued';
    /**
     * Present if there are attachments and no virus scanner is configured.
     */
    attachments_scan?: 'not_scanned';
    /**
     * True if an earlier call with the same Idempotency-Key sent the message.
     */
    idempotent_replay?: boolean;
};

export type SendEmailRequest = {
    cc?: Array<string>;
    /**
     * They get the message; no header names them.
     */
    bcc?: Array<string>;
    subject?: string;
    text?: string;
    html?: string;
    attachments?: Array<AttachmentRequest>;
    to: Array<string>;
    /**
     * The address of a mailbox of the account, with or without a display name.
     */
    from: string;
};

export type UpdateIdentityRequest = {
    /**
     * Of a verified domain of the account.
     */
    address?: string;
    /**
     * Empty or absent, that of the mailbox.
     */
    display_name?: string;
    /**
     * Where answers go, if not to the address.
     */
    reply_to?: string | null;
    /**
     * Null or absent, that of the mailbox. Stored sanitised.
     */
    signature_html?: string | null;
    /**
     * Messages without a sender are sent as it. The one that was the default is it no longer.
     */
    is_default?: boolean;
};

export type CreateIdentityRequest = {
    /**
     * Of a verified domain of the account.
     */
    address: string;
    /**
     * Empty or absent, that of the mailbox.
     */
    display_name?: string;
    /**
     * Where answers go, if not to the address.
     */
    reply_to?: string | null;
    /**
     * Null or absent, that of the mailbox. Stored sanitised.
     */
    signature_html?: string | null;
    /**
     * Messages without a sender are sent as it. The one that was the default is it no longer.
     */
    is_default?: boolean;
};

export type IdentityListResponse = {
    identities: Array<IdentityObject>;
};

export type IdentityObject = {
    id: string;
    mailbox_id: string;
    address: string;
    /**
     * Empty for that of the mailbox.
     */
    display_name: string;
    reply_to: string | null;
    /**
     * Safe to show. Null for that of the mailbox.
     */
    signature_html: string | null;
    is_default: boolean;
    created_at: string;
    updated_at: string;
};

export type DraftAttachmentObject = {
    id: string;
    filename: string;
    content_type: string;
    /**
     * Bytes, decoded.
     */
    size: number;
    /**
     * By which the HTML refers to it.
     */
    content_id: string | null;
    /**
     * Whether it is shown within the text.
     */
    inline: boolean;
    scan_verdict: 'clean' | 'infected' | 'unscanned';
    draft_id: string;
    mailbox_id: string;
};

export type UpdateDraftRequest = {
    /**
     * The address of the mailbox or of an identity. Null for the default.
     */
    from?: string | null;
    /**
     * As they are typed, valid or not.
     */
    to?: Array<string>;
    /**
     * As they are typed, valid or not.
     */
    cc?: Array<string>;
    /**
     * As they are typed, valid or not.
     */
    bcc?: Array<string>;
    subject?: string;
    text?: string | null;
    /**
     * Stored sanitised. Its images may be attachments: cid:<content_id>.
     */
    html?: string | null;
    /**
     * The version that is changed; 409 if there is a newer one.
     */
    version: number;
};

export type DraftObject = {
    /**
     * Also of the message in the folder drafts.
     */
    id: string;
    mailbox_id: string;
    /**
     * Counts changes, from 1. Attachments are no part of it.
     */
    version: number;
    /**
     * Null for the default.
     */
    from: string | null;
    to: Array<string>;
    cc: Array<string>;
    bcc: Array<string>;
    subject: string;
    /**
     * The beginning of its text.
     */
    snippet: string;
    has_attachments: boolean;
    thread_id: string;
    updated_at: string;
    text: string | null;
    /**
     * Safe to show, but that it loads images of other servers.
     */
    html: string | null;
    /**
     * The Message-ID that it answers.
     */
    in_reply_to: string | null;
    attachments: Array<AttachmentObject>;
};

export type AttachmentObject = {
    id: string;
    filename: string;
    content_type: string;
    /**
     * Bytes, decoded.
     */
    size: number;
    /**
     * By which the HTML refers to it.
     */
    content_id: string | null;
    /**
     * Whether it is shown within the text.
     */
    inline: boolean;
    scan_verdict: 'clean' | 'infected' | 'unscanned';
};

export type CreateDraftRequest = {
    /**
     * The address of the mailbox or of an identity. Null for the default.
     */
    from?: string | null;
    /**
     * As they are typed, valid or not.
     */
    to?: Array<string>;
    /**
     * As they are typed, valid or not.
     */
    cc?: Array<string>;
    /**
     * As they are typed, valid or not.
     */
    bcc?: Array<string>;
    subject?: string;
    text?: string | null;
    /**
     * Stored sanitised. Its images may be attachments: cid:<content_id>.
     */
    html?: string | null;
    /**
     * The id of the message of the mailbox that it answers.
     */
    in_reply_to?: string;
};

export type DraftPage = {
    drafts: Array<DraftSummaryObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type DraftSummaryObject = {
    /**
     * Also of the message in the folder drafts.
     */
    id: string;
    mailbox_id: string;
    /**
     * Counts changes, from 1. Attachments are no part of it.
     */
    version: number;
    /**
     * Null for the default.
     */
    from: string | null;
    to: Array<string>;
    cc: Array<string>;
    bcc: Array<string>;
    subject: string;
    /**
     * The beginning of its text.
     */
    snippet: string;
    has_attachments: boolean;
    thread_id: string;
    updated_at: string;
};

export type SuggestionsResponse = {
    /**
     * The likeliest first.
     */
    suggestions: Array<SuggestionObject>;
};

export type SuggestionObject = {
    /**
     * Empty without one.
     */
    name: string;
    address: string;
    /**
     * If the address is a contact.
     */
    contact_id: string | null;
};

export type UpdateContactRequest = {
    email?: string;
    name?: string;
    notes?: string;
};

export type CreateContactRequest = {
    email: string;
    name?: string;
    notes?: string;
};

export type MailboxContactPage = {
    contacts: Array<ContactObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type ContactObject = {
    id: string;
    mailbox_id: string;
    email: string;
    /**
     * Empty without one.
     */
    name: string;
    notes: string;
    created_at: string;
    updated_at: string;
};

export type SignatureVerificationObject = {
    verified: boolean;
    /**
     * Of the primary key; null if not verified.
     */
    signer_fingerprint: string | null;
};

export type CreatePgpKeyRequest = {
    /**
     * Whose signatures the key verifies.
     */
    email: string;
    /**
     * One public key, armored.
     */
    public_key: string;
    /**
     * Whether it is the key of the mailbox itself; false if absent.
     */
    is_own?: boolean;
};

export type PgpKeyListResponse = {
    keys: Array<PgpKeyObject>;
};

export type PgpKeyObject = {
    id: string;
    mailbox_id: string;
    email: string;
    /**
     * Of the primary key.
     */
    fingerprint: string;
    /**
     * The user id of the key that has the address; its primary one if none has.
     */
    uid: string;
    is_own: boolean;
    /**
     * Armored, with nothing but the key.
     */
    public_key: string;
    expires_at: string | null;
    created_at: string;
};

export type ThreadObject = {
    id: string;
    /**
     * That of its first message.
     */
    subject: string;
    /**
     * The oldest first; 500 at most.
     */
    messages: Array<MessageObject>;
};

export type MessageAddressObject = {
    /**
     * Empty without one.
     */
    name: string;
    address: string;
};

export type MessageObject = {
    id: string;
    mailbox_id: string;
    folder_id: string;
    /**
     * Of two threads that a later message ties together one is left.
     */
    thread_id: string;
    origin: 'received' | 'sent' | 'draft' | 'imported';
    /**
     * Without its angle brackets.
     */
    message_id: string | null;
    subject: string;
    from: MessageAddressObject | null;
    to: Array<MessageAddressObject>;
    cc: Array<MessageAddressObject>;
    /**
     * The beginning of its text.
     */
    snippet: string;
    /**
     * When it was received or sent; lists are in this order.
     */
    date: string;
    /**
     * Whether it is read.
     */
    lida: boolean;
    /**
     * Whether it is starred.
     */
    favorita: boolean;
    has_attachments: boolean;
    /**
     * Bytes of the raw message.
     */
    size: number;
    /**
     * The ids of its labels.
     */
    label_ids: Array<string>;
    /**
     * Unscanned where there is no scanner.
     */
    scan_verdict: 'clean' | 'infected' | 'unscanned';
    /**
     * Why it is, or was, in quarantine.
     */
    quarantine_reason: 'infected' | 'signature';
};

export type ApplyLabelRequest = {
    label_id: string;
};

export type LabelsChangedResponse = {
    /**
     * Pairs of a message and a label that are new.
     */
    vinculadas: number;
    /**
     * Pairs that are gone.
     */
    desvinculadas: number;
};

export type ChangeLabelsRequest = {
    /**
     * Those of other mailboxes are left out.
     */
    message_ids: Array<string>;
    /**
     * Labels that the messages get.
     */
    aplicar?: Array<string>;
    /**
     * Labels that are taken from them.
     */
    remover?: Array<string>;
};

export type ReleaseMessageRequest = {
    /**
     * Must be true: the message may do harm.
     */
    confirmo: boolean;
};

export type UpdateMessageRequest = {
    /**
     * Whether it is read.
     */
    lida?: boolean;
    /**
     * Whether it is starred.
     */
    favorita?: boolean;
    /**
     * The folder that it moves to.
     */
    folder_id?: string;
};

export type FolderEmptiedResponse = {
    /**
     * Messages that are gone.
     */
    apagadas: number;
    /**
     * Messages that are left; call again until it is 0.
     */
    restantes: number;
};

export type MessagesDeletedResponse = {
    /**
     * Messages that are gone.
     */
    apagadas: number;
    /**
     * The ids that the mailbox does not have, and of messages that the change is not allowed for.
     */
    ignoradas: Array<string>;
};

export type DeleteMessagesRequest = {
    /**
     * Those of other mailboxes are ignored.
     */
    message_ids: Array<string>;
};

export type MessagesChangedResponse = {
    /**
     * Messages that are now as asked.
     */
    alteradas: number;
    /**
     * The ids that the mailbox does not have, and of messages that the change is not allowed for.
     */
    ignoradas: Array<string>;
};

export type UpdateMessagesRequest = {
    /**
     * Whether it is read.
     */
    lida?: boolean;
    /**
     * Whether it is starred.
     */
    favorita?: boolean;
    /**
     * The folder that it moves to.
     */
    folder_id?: string;
    /**
     * Those of other mailboxes are ignored.
     */
    message_ids: Array<string>;
};

export type WholeMessageObject = {
    id: string;
    mailbox_id: string;
    folder_id: string;
    /**
     * Of two threads that a later message ties together one is left.
     */
    thread_id: string;
    origin: 'received' | 'sent' | 'draft' | 'imported';
    /**
     * Without its angle brackets.
     */
    message_id: string | null;
    subject: string;
    from: MessageAddressObject | null;
    to: Array<MessageAddressObject>;
    cc: Array<MessageAddressObject>;
    /**
     * The beginning of its text.
     */
    snippet: string;
    /**
     * When it was received or sent; lists are in this order.
     */
    date: string;
    /**
     * Whether it is read.
     */
    lida: boolean;
    /**
     * Whether it is starred.
     */
    favorita: boolean;
    has_attachments: boolean;
    /**
     * Bytes of the raw message.
     */
    size: number;
    /**
     * The ids of its labels.
     */
    label_ids: Array<string>;
    /**
     * Unscanned where there is no scanner.
     */
    scan_verdict: 'clean' | 'infected' | 'unscanned';
    /**
     * Why it is, or was, in quarantine.
     */
    quarantine_reason: 'infected' | 'signature';
    bcc: Array<MessageAddressObject>;
    reply_to: Array<MessageAddressObject>;
    /**
     * What its header says.
     */
    header_date: string | null;
    /**
     * The text, or that of the HTML if there is none.
     */
    text: string;
    /**
     * Safe to show; null if there is none. Images that came with it are addresses of attachments.
     */
    html: string | null;
    /**
     * Whether the HTML has images of other servers that are left out.
     */
    has_remote_images: boolean;
    /**
     * Whether the end of the HTML is left out, for its length. The raw message has it.
     */
    html_clipped: boolean;
    /**
     * The id of the mailing list that it came by.
     */
    list_id: string | null;
    /**
     * The sender in the envelope; empty for a bounce.
     */
    envelope_from: string | null;
    /**
     * The address for which it is in this mailbox.
     */
    envelope_to: string | null;
    /**
     * Of a received message.
     */
    authentication: SenderVerdictsObject | null;
    /**
     * Of a received message.
     */
    spam_score: number | null;
    attachments: Array<AttachmentObject>;
};

export type SenderVerdictsObject = {
    spf: string;
    dkim: string;
    dmarc: string;
    arc: string;
};

export type MessagePage = {
    messages: Array<MessageObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type StartMailboxSubscriptionRequest = {
    /**
     * Shown to the admins of the tenant.
     */
    description: string;
};

export type SetMailboxQuotaRequest = {
    /**
     * Bytes; less than it holds only stops it from receiving.
     */
    quota_bytes: number;
};

export type MailboxQuotaObject = {
    /**
     * Bytes of mail that the mailbox may hold.
     */
    quota_bytes: number;
    /**
     * Bytes of mail that it holds.
     */
    used_bytes: number;
    /**
     * Bytes that are left; 0 if it holds more than it may.
     */
    remaining_bytes: number;
};

export type RestoredResponse = {
    restored: true;
    mailbox: MailboxObject;
};

export type MailboxObject = {
    id: string;
    domain_id: string;
    address: string;
    local_part: string;
    display_name: string;
    tipo: 'personal' | 'collective';
    /**
     * Made by hand, brought over, made by mail that came in, or made with a user account. It never changes.
     */
    origin: 'manual' | 'legacy' | 'automatic' | 'account';
    /**
     * The role of the user who asks; null without a grant, and for a key.
     */
    role: 'owner' | 'manager' | 'sender' | 'reader';
    /**
     * Bytes of mail that it may hold.
     */
    quota_bytes: number;
    /**
     * Bytes of mail that it holds.
     */
    used_bytes: number;
    /**
     * Messages in all of its folders.
     */
    messages: number;
    /**
     * Unread messages in its inbox.
     */
    unread: number;
    /**
     * Whether it has a picture, which `/avatar` serves.
     */
    has_avatar: boolean;
    /**
     * Whether a subscription of it is active.
     */
    subscribed: boolean;
    created_at: string;
    /**
     * Only of a removed mailbox.
     */
    removed_at: string | null;
};

export type RemovedResponse = {
    removed: true;
    address: string;
};

export type SetMailboxKindRequest = {
    tipo: 'personal' | 'collective';
};

export type UpdateMailboxRequest = {
    display_name: string;
};

export type MailboxPage = {
    mailboxes: Array<MailboxObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type CreateMailboxRequest = {
    /**
     * What stands before the @; kept in lower case.
     */
    local_part: string;
    /**
     * The local part if absent.
     */
    display_name?: string;
};

export type MessageImportPage = {
    imports: Array<MessageImportObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type ImportFailureObject = {
    /**
     * The number of the message in the file, from 1.
     */
    number: number;
    /**
     * The file within a ZIP file.
     */
    file: string | null;
    reason: 'too large' | 'not a message' | 'mailbox full' | 'damaged';
};

export type MessageImportObject = {
    id: string;
    mailbox_id: string;
    state: 'running' | 'completed' | 'failed' | 'canceled';
    /**
     * Messages that are in the mailbox by this import.
     */
    imported: number;
    /**
     * Messages that the mailbox had.
     */
    skipped: number;
    /**
     * Messages that are done: imported, skipped, and errors.
     */
    total: number;
    /**
     * Messages that could not be imported.
     */
    errors: number;
    /**
     * The first 100 of the errors.
     */
    failures: Array<ImportFailureObject>;
    /**
     * Why the import as a whole failed.
     */
    failure: string | null;
    format: 'mbox' | 'eml' | 'zip';
    /**
     * Size of the file.
     */
    file_bytes: number;
    /**
     * Bytes of it that are done.
     */
    read_bytes: number;
    folder_id: string | null;
    created_at: string;
    finished_at: string | null;
};

export type UpdateLabelRequest = {
    /**
     * Not of a label of the system.
     */
    name?: string;
    color?: string;
};

export type CreateLabelRequest = {
    name: string;
    /**
     * Grey if absent.
     */
    color?: string;
};

export type LabelSummaryResponse = {
    labels: Array<CountedLabelObject>;
};

export type CountedLabelObject = {
    id: string;
    mailbox_id: string;
    name: string;
    color: string;
    /**
     * Who made it.
     */
    origin: 'system' | 'user';
    /**
     * Whether every mailbox has it. Then only its colour changes.
     */
    system: boolean;
    /**
     * Which label of the system it is.
     */
    system_key: 'importante' | 'pessoal' | 'promocoes' | 'notificacoes';
    /**
     * Messages that have it, without those in spam, trash and quarantine.
     */
    total: number;
    /**
     * Those of them that are not read.
     */
    unread: number;
};

export type LabelListResponse = {
    labels: Array<LabelObject>;
};

export type LabelObject = {
    id: string;
    mailbox_id: string;
    name: string;
    color: string;
    /**
     * Who made it.
     */
    origin: 'system' | 'user';
    /**
     * Whether every mailbox has it. Then only its colour changes.
     */
    system: boolean;
    /**
     * Which label of the system it is.
     */
    system_key: 'importante' | 'pessoal' | 'promocoes' | 'notificacoes';
};

export type SetLabelRulesRequest = {
    /**
     * The sender says that it is important: Importance, X-Priority or Priority. Not of promotions and notifications.
     */
    importante?: boolean;
    /**
     * A person wrote it who is a contact of the mailbox, or in a conversation in which the mailbox has written.
     */
    pessoal?: boolean;
    /**
     * Bulk mail: it can be unsubscribed from, or has Precedence: bulk, List-Id or the id of a campaign.
     */
    promocoes?: boolean;
    /**
     * A program wrote it: Auto-Submitted, an address such as noreply@, a mailing list to which one can write, or a report.
     */
    notificacoes?: boolean;
};

export type LabelRulesResponse = {
    rules: Array<LabelRuleObject>;
};

export type LabelRuleObject = {
    label: 'importante' | 'pessoal' | 'promocoes' | 'notificacoes';
    /**
     * Whether mail that arrives gets the label by itself.
     */
    enabled: boolean;
    /**
     * Which mail gets it.
     */
    description: string;
};

export type UpdateFilterRequest = {
    name?: string;
    /**
     * Which mail, in the language of the search.
     */
    q?: string;
    /**
     * At least one.
     */
    actions?: FilterActionsRequest;
    /**
     * True if absent.
     */
    enabled?: boolean;
    /**
     * Whether no filter after it runs for mail that it finds; false if absent.
     */
    stop?: boolean;
};

export type FilterActionsRequest = {
    /**
     * The folder that it is put in.
     */
    folder_id?: string | null;
    /**
     * Labels that it gets.
     */
    label_ids?: Array<string>;
    mark_read?: boolean;
    star?: boolean;
    /**
     * Puts it into the trash: it is neither forwarded nor answered by the settings of the mailbox.
     */
    trash?: boolean;
    /**
     * Addresses that it is forwarded to. One outside the verified domains of the tenant has to consent first.
     */
    forward_to?: Array<string>;
};

export type OrderFiltersRequest = {
    /**
     * All filters of the mailbox, in their new order.
     */
    filter_ids: Array<string>;
};

export type CreateFilterRequest = {
    name: string;
    /**
     * Which mail, in the language of the search.
     */
    q: string;
    /**
     * At least one.
     */
    actions: FilterActionsRequest;
    /**
     * True if absent.
     */
    enabled?: boolean;
    /**
     * Whether no filter after it runs for mail that it finds; false if absent.
     */
    stop?: boolean;
};

export type FilterListResponse = {
    filters: Array<FilterObject>;
};

export type FilterActionsObject = {
    folder_id: string | null;
    label_ids: Array<string>;
    mark_read: boolean;
    star: boolean;
    trash: boolean;
    forward_to: Array<string>;
};

export type FilterObject = {
    id: string;
    mailbox_id: string;
    name: string;
    q: string;
    /**
     * From 0: filters run in this order.
     */
    position: number;
    enabled: boolean;
    stop: boolean;
    actions: FilterActionsObject;
    /**
     * Those of `forward_to` that have not consented: nothing goes to them.
     */
    unconfirmed: Array<string>;
    created_at: string;
    updated_at: string;
};

export type FolderRequest = {
    name: string;
};

export type FolderListResponse = {
    folders: Array<FolderObject>;
};

export type FolderObject = {
    id: string;
    mailbox_id: string;
    kind: 'inbox' | 'sent' | 'drafts' | 'archive' | 'spam' | 'trash' | 'quarantine' | 'custom';
    /**
     * Of a system folder its kind.
     */
    name: string;
    /**
     * Messages in it.
     */
    total: number;
    /**
     * Those of them that are not read.
     */
    unread: number;
};

export type DomainPage = {
    domains: Array<DomainObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    next_cursor: string;
};

export type DomainKeyObject = {
    selector: string;
    algorithm: 'rsa-2048' | 'ed25519';
    /**
     * A pending key signs once its record is found.
     */
    state: 'pending' | 'active' | 'retiring';
    created_at: string;
    retired_at: string | null;
};

export type DomainObject = {
    id: string;
    org_id: string;
    name: string;
    /**
     * failing: it was verified and still works, but its records are not found; after 72 hours it is pending again.
     */
    status: 'pending' | 'verified' | 'failing';
    verified_at: string | null;
    /**
     * Since when it is failing.
     */
    missing_since: string | null;
    last_checked_at: string | null;
    created_at: string;
    /**
     * The mailbox that takes mail to addresses without a mailbox.
     */
    catch_all_mailbox_id: string | null;
    /**
     * Whether mail to an address without a mailbox makes one.
     */
    autocreate: boolean;
    /**
     * Its DKIM keys, oldest first.
     */
    keys: Array<DomainKeyObject>;
};

export type CreateDomainRequest = {
    /**
     * Two labels or more. Upper case, a dot at the end and names in other scripts are brought into one form.
     */
    name: string;
};

export type AutocreateRequest = {
    enabled: boolean;
};

export type CatchAllRequest = {
    /**
     * A mailbox of the account; null rejects such mail.
     */
    mailbox_id: string | null;
};

export type EmptyDomainRequest = {
    [key: string]: unknown;
};

export type DomainDnsResponse = {
    name: string;
    status: 'pending' | 'verified' | 'failing';
    records: Array<PublishedRecordObject>;
};

export type PublishedRecordObject = {
    purpose: 'ownership' | 'mx' | 'spf' | 'dkim' | 'dmarc' | 'mta-sts' | 'mta-sts-host' | 'tls-rpt' | 'autoconfig' | 'autodiscover' | 'autodiscover-service' | 'submission-service' | 'imap-service';
    type: 'TXT' | 'MX' | 'CNAME' | 'SRV';
    name: string;
    /**
     * As a zone file has it: 10 mx.example.net of an MX record, 0 1 587 mx.example.net of an SRV record.
     */
    value: string;
    /**
     * Verification asks for it; of the DKIM records it asks for one.
     */
    required: boolean;
    /**
     * What the last check found.
     */
    status: 'found' | 'missing' | 'mismatch' | 'unchecked';
    /**
     * For the record of a retired key: leave it in DNS until then.
     */
    remove_after: string | null;
    /**
     * All that is published now at the name, of the type; null if DNS did not answer.
     */
    published: Array<string> | null;
};

export type DomainDetailObject = {
    id: string;
    org_id: string;
    name: string;
    /**
     * failing: it was verified and still works, but its records are not found; after 72 hours it is pending again.
     */
    status: 'pending' | 'verified' | 'failing';
    verified_at: string | null;
    /**
     * Since when it is failing.
     */
    missing_since: string | null;
    last_checked_at: string | null;
    created_at: string;
    /**
     * The mailbox that takes mail to addresses without a mailbox.
     */
    catch_all_mailbox_id: string | null;
    /**
     * Whether mail to an address without a mailbox makes one.
     */
    autocreate: boolean;
    /**
     * Its DKIM keys, oldest first.
     */
    keys: Array<DomainKeyObject>;
    /**
     * What to publish in DNS.
     */
    records: Array<DnsRecordObject>;
};

export type DnsRecordObject = {
    purpose: 'ownership' | 'mx' | 'spf' | 'dkim' | 'dmarc' | 'mta-sts' | 'mta-sts-host' | 'tls-rpt' | 'autoconfig' | 'autodiscover' | 'autodiscover-service' | 'submission-service' | 'imap-service';
    type: 'TXT' | 'MX' | 'CNAME' | 'SRV';
    name: string;
    /**
     * As a zone file has it: 10 mx.example.net of an MX record, 0 1 587 mx.example.net of an SRV record.
     */
    value: string;
    /**
     * Verification asks for it; of the DKIM records it asks for one.
     */
    required: boolean;
    /**
     * What the last check found.
     */
    status: 'found' | 'missing' | 'mismatch' | 'unchecked';
    /**
     * For the record of a retired key: leave it in DNS until then.
     */
    remove_after: string | null;
};

export type NewAppPasswordObject = {
    id: string;
    mailbox_id: string;
    /**
     * Who made it.
     */
    user_id: string;
    name: string;
    created_at: string;
    /**
     * To the minute.
     */
    last_used_at: string | null;
    /**
     * Shown this once. The user name is the address of the mailbox.
     */
    secret: string;
};

export type CreateAppPasswordRequest = {
    name: string;
};

export type AppPasswordListResponse = {
    app_passwords: Array<AppPasswordObject>;
};

export type AppPasswordObject = {
    id: string;
    mailbox_id: string;
    /**
     * Who made it.
     */
    user_id: string;
    name: string;
    created_at: string;
    /**
     * To the minute.
     */
    last_used_at: string | null;
};

export type AppPasswordsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/app-passwords';
};

export type AppPasswordsListResponses = {
    /**
     * Done
     */
    200: AppPasswordListResponse;
};

export type AppPasswordsListResponse = AppPasswordsListResponses[keyof AppPasswordsListResponses];

export type AppPasswordsCreateData = {
    body: CreateAppPasswordRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/app-passwords';
};

export type AppPasswordsCreateResponses = {
    /**
     * Done
     */
    201: NewAppPasswordObject;
};

export type AppPasswordsCreateResponse = AppPasswordsCreateResponses[keyof AppPasswordsCreateResponses];

export type AppPasswordsRevokeData = {
    body?: never;
    path: {
        id: string;
        passwordId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/app-passwords/{passwordId}';
};

export type AppPasswordsRevokeResponses = {
    /**
     * Done
     */
    204: void;
};

export type AppPasswordsRevokeResponse = AppPasswordsRevokeResponses[keyof AppPasswordsRevokeResponses];

export type AppPasswordsGetData = {
    body?: never;
    path: {
        id: string;
        passwordId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/app-passwords/{passwordId}';
};

export type AppPasswordsGetResponses = {
    /**
     * Done
     */
    200: AppPasswordObject;
};

export type AppPasswordsGetResponse = AppPasswordsGetResponses[keyof AppPasswordsGetResponses];

export type AvatarsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/avatar';
};

export type AvatarsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type AvatarsDeleteResponse = AvatarsDeleteResponses[keyof AvatarsDeleteResponses];

export type AvatarsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/avatar';
};

export type AvatarsGetResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type AvatarsSetData = {
    body: {
        /**
         * At most 5 MiB
         */
        arquivo: Blob | File;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/avatar';
};

export type AvatarsSetResponses = {
    /**
     * Done
     */
    200: MailboxObject;
};

export type AvatarsSetResponse = AvatarsSetResponses[keyof AvatarsSetResponses];

export type DomainsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/domains/{id}';
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
    url: '/domains/{id}';
};

export type DomainsGetResponses = {
    /**
     * Done
     */
    200: DomainDetailObject;
};

export type DomainsGetResponse = DomainsGetResponses[keyof DomainsGetResponses];

export type DomainsDnsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/domains/{id}/dns';
};

export type DomainsDnsResponses = {
    /**
     * Done
     */
    200: DomainDnsResponse;
};

export type DomainsDnsResponse = DomainsDnsResponses[keyof DomainsDnsResponses];

export type DomainsVerifyData = {
    body: EmptyDomainRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/domains/{id}/verify';
};

export type DomainsVerifyResponses = {
    /**
     * Done
     */
    200: DomainDetailObject;
};

export type DomainsVerifyResponse = DomainsVerifyResponses[keyof DomainsVerifyResponses];

export type DomainsRotateKeysData = {
    body: EmptyDomainRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/domains/{id}/dkim/rotate';
};

export type DomainsRotateKeysResponses = {
    /**
     * Done
     */
    200: DomainDetailObject;
};

export type DomainsRotateKeysResponse = DomainsRotateKeysResponses[keyof DomainsRotateKeysResponses];

export type DomainsSetCatchAllData = {
    body: CatchAllRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/domains/{id}/catchall';
};

export type DomainsSetCatchAllResponses = {
    /**
     * Done
     */
    200: DomainObject;
};

export type DomainsSetCatchAllResponse = DomainsSetCatchAllResponses[keyof DomainsSetCatchAllResponses];

export type DomainsSetAutocreateData = {
    body: AutocreateRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/domains/{id}/autocreate';
};

export type DomainsSetAutocreateResponses = {
    /**
     * Done
     */
    200: DomainObject;
};

export type DomainsSetAutocreateResponse = DomainsSetAutocreateResponses[keyof DomainsSetAutocreateResponses];

export type OrgDomainsListData = {
    body?: never;
    path: {
        orgID: string;
    };
    query?: {
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/orgs/{orgID}/domains';
};

export type OrgDomainsListResponses = {
    /**
     * Done
     */
    200: DomainPage;
};

export type OrgDomainsListResponse = OrgDomainsListResponses[keyof OrgDomainsListResponses];

export type OrgDomainsCreateData = {
    body: CreateDomainRequest;
    path: {
        orgID: string;
    };
    query?: never;
    url: '/orgs/{orgID}/domains';
};

export type OrgDomainsCreateResponses = {
    /**
     * Done
     */
    201: DomainDetailObject;
};

export type OrgDomainsCreateResponse = OrgDomainsCreateResponses[keyof OrgDomainsCreateResponses];

export type FoldersListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/folders';
};

export type FoldersListResponses = {
    /**
     * Done
     */
    200: FolderListResponse;
};

export type FoldersListResponse = FoldersListResponses[keyof FoldersListResponses];

export type FoldersCreateData = {
    body: FolderRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/folders';
};

export type FoldersCreateResponses = {
    /**
     * Done
     */
    201: FolderObject;
};

export type FoldersCreateResponse = FoldersCreateResponses[keyof FoldersCreateResponses];

export type FoldersDeleteData = {
    body?: never;
    path: {
        id: string;
        fid: string;
    };
    query?: never;
    url: '/mailboxes/{id}/folders/{fid}';
};

export type FoldersDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type FoldersDeleteResponse = FoldersDeleteResponses[keyof FoldersDeleteResponses];

export type FoldersRenameData = {
    body: FolderRequest;
    path: {
        id: string;
        fid: string;
    };
    query?: never;
    url: '/mailboxes/{id}/folders/{fid}';
};

export type FoldersRenameResponses = {
    /**
     * Done
     */
    200: FolderObject;
};

export type FoldersRenameResponse = FoldersRenameResponses[keyof FoldersRenameResponses];

export type FiltersListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/filters';
};

export type FiltersListResponses = {
    /**
     * Done
     */
    200: FilterListResponse;
};

export type FiltersListResponse = FiltersListResponses[keyof FiltersListResponses];

export type FiltersCreateData = {
    body: CreateFilterRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/filters';
};

export type FiltersCreateResponses = {
    /**
     * Done
     */
    201: FilterObject;
};

export type FiltersCreateResponse = FiltersCreateResponses[keyof FiltersCreateResponses];

export type FiltersOrderData = {
    body: OrderFiltersRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/filters';
};

export type FiltersOrderResponses = {
    /**
     * Done
     */
    200: FilterListResponse;
};

export type FiltersOrderResponse = FiltersOrderResponses[keyof FiltersOrderResponses];

export type FiltersDeleteData = {
    body?: never;
    path: {
        id: string;
        filterId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/filters/{filterId}';
};

export type FiltersDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type FiltersDeleteResponse = FiltersDeleteResponses[keyof FiltersDeleteResponses];

export type FiltersGetData = {
    body?: never;
    path: {
        id: string;
        filterId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/filters/{filterId}';
};

export type FiltersGetResponses = {
    /**
     * Done
     */
    200: FilterObject;
};

export type FiltersGetResponse = FiltersGetResponses[keyof FiltersGetResponses];

export type FiltersUpdateData = {
    body: UpdateFilterRequest;
    path: {
        id: string;
        filterId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/filters/{filterId}';
};

export type FiltersUpdateResponses = {
    /**
     * Done
     */
    200: FilterObject;
};

export type FiltersUpdateResponse = FiltersUpdateResponses[keyof FiltersUpdateResponses];

export type LabelRulesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/label-rules';
};

export type LabelRulesGetResponses = {
    /**
     * Done
     */
    200: LabelRulesResponse;
};

export type LabelRulesGetResponse = LabelRulesGetResponses[keyof LabelRulesGetResponses];

export type LabelRulesSetData = {
    body: SetLabelRulesRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/label-rules';
};

export type LabelRulesSetResponses = {
    /**
     * Done
     */
    200: LabelRulesResponse;
};

export type LabelRulesSetResponse = LabelRulesSetResponses[keyof LabelRulesSetResponses];

export type LabelsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/labels';
};

export type LabelsListResponses = {
    /**
     * Done
     */
    200: LabelListResponse;
};

export type LabelsListResponse = LabelsListResponses[keyof LabelsListResponses];

export type LabelsCreateData = {
    body: CreateLabelRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/labels';
};

export type LabelsCreateResponses = {
    /**
     * Done
     */
    201: LabelObject;
};

export type LabelsCreateResponse = LabelsCreateResponses[keyof LabelsCreateResponses];

export type LabelsSummaryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/labels/resumo';
};

export type LabelsSummaryResponses = {
    /**
     * Done
     */
    200: LabelSummaryResponse;
};

export type LabelsSummaryResponse = LabelsSummaryResponses[keyof LabelsSummaryResponses];

export type LabelsDeleteData = {
    body?: never;
    path: {
        id: string;
        labelId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/labels/{labelId}';
};

export type LabelsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type LabelsDeleteResponse = LabelsDeleteResponses[keyof LabelsDeleteResponses];

export type LabelsUpdateData = {
    body: UpdateLabelRequest;
    path: {
        id: string;
        labelId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/labels/{labelId}';
};

export type LabelsUpdateResponses = {
    /**
     * Done
     */
    200: LabelObject;
};

export type LabelsUpdateResponse = LabelsUpdateResponses[keyof LabelsUpdateResponses];

export type ImportsCreateData = {
    body: {
        /**
         * mbox, .eml, or a ZIP file of them; at most 4 GiB
         */
        arquivo: Blob | File;
        /**
         * Where the messages go
         */
        folder_id?: string;
    };
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the messages go, as the form field of the same name.
         */
        folder_id?: string;
    };
    url: '/mailboxes/{id}/import';
};

export type ImportsCreateResponses = {
    /**
     * Done
     */
    200: MessageImportObject;
    /**
     * Done
     */
    202: MessageImportObject;
};

export type ImportsCreateResponse = ImportsCreateResponses[keyof ImportsCreateResponses];

export type ImportsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/mailboxes/{id}/imports';
};

export type ImportsListResponses = {
    /**
     * Done
     */
    200: MessageImportPage;
};

export type ImportsListResponse = ImportsListResponses[keyof ImportsListResponses];

export type ImportsCancelData = {
    body?: never;
    path: {
        id: string;
        importId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/imports/{importId}';
};

export type ImportsCancelResponses = {
    /**
     * Done
     */
    200: MessageImportObject;
};

export type ImportsCancelResponse = ImportsCancelResponses[keyof ImportsCancelResponses];

export type ImportsGetData = {
    body?: never;
    path: {
        id: string;
        importId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/imports/{importId}';
};

export type ImportsGetResponses = {
    /**
     * Done
     */
    200: MessageImportObject;
};

export type ImportsGetResponse = ImportsGetResponses[keyof ImportsGetResponses];

export type MailboxEventsListenData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/events';
};

export type MailboxEventsListenResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type MailboxesListOfDomainData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Removed mailboxes, which can be restored, in place of the others.
         */
        removed?: '1' | 'true' | 'sim';
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/domains/{id}/mailboxes';
};

export type MailboxesListOfDomainResponses = {
    /**
     * Done
     */
    200: MailboxPage;
};

export type MailboxesListOfDomainResponse = MailboxesListOfDomainResponses[keyof MailboxesListOfDomainResponses];

export type MailboxesCreateData = {
    body: CreateMailboxRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/domains/{id}/mailboxes';
};

export type MailboxesCreateResponses = {
    /**
     * Done
     */
    201: MailboxObject;
};

export type MailboxesCreateResponse = MailboxesCreateResponses[keyof MailboxesCreateResponses];

export type MailboxesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Removed mailboxes, which can be restored, in place of the others.
         */
        removed?: '1' | 'true' | 'sim';
        /**
         * Only mailboxes of which the user has a grant; for admins, who see all.
         */
        granted?: '1' | 'true' | 'sim';
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/mailboxes';
};

export type MailboxesListResponses = {
    /**
     * Done
     */
    200: MailboxPage;
};

export type MailboxesListResponse = MailboxesListResponses[keyof MailboxesListResponses];

export type MailboxesRemoveData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}';
};

export type MailboxesRemoveResponses = {
    /**
     * Done
     */
    200: RemovedResponse;
};

export type MailboxesRemoveResponse = MailboxesRemoveResponses[keyof MailboxesRemoveResponses];

export type MailboxesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}';
};

export type MailboxesGetResponses = {
    /**
     * Done
     */
    200: MailboxObject;
};

export type MailboxesGetResponse = MailboxesGetResponses[keyof MailboxesGetResponses];

export type MailboxesRenameData = {
    body: UpdateMailboxRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}';
};

export type MailboxesRenameResponses = {
    /**
     * Done
     */
    200: MailboxObject;
};

export type MailboxesRenameResponse = MailboxesRenameResponses[keyof MailboxesRenameResponses];

export type MailboxesSetKindData = {
    body: SetMailboxKindRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/tipo';
};

export type MailboxesSetKindResponses = {
    /**
     * Done
     */
    200: MailboxObject;
};

export type MailboxesSetKindResponse = MailboxesSetKindResponses[keyof MailboxesSetKindResponses];

export type MailboxesRestoreData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/restaurar';
};

export type MailboxesRestoreResponses = {
    /**
     * Done
     */
    200: RestoredResponse;
};

export type MailboxesRestoreResponse = MailboxesRestoreResponses[keyof MailboxesRestoreResponses];

export type MailboxQuotaGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/quota';
};

export type MailboxQuotaGetResponses = {
    /**
     * Done
     */
    200: MailboxQuotaObject;
};

export type MailboxQuotaGetResponse = MailboxQuotaGetResponses[keyof MailboxQuotaGetResponses];

export type MailboxQuotaSetData = {
    body: SetMailboxQuotaRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/quota';
};

export type MailboxQuotaSetResponses = {
    /**
     * Done
     */
    200: MailboxQuotaObject;
};

export type MailboxQuotaSetResponse = MailboxQuotaSetResponses[keyof MailboxQuotaSetResponses];

export type MailboxSubscriptionsEndData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/admin/mailboxes/{id}/subscription';
};

export type MailboxSubscriptionsEndResponses = {
    /**
     * Done
     */
    204: void;
};

export type MailboxSubscriptionsEndResponse = MailboxSubscriptionsEndResponses[keyof MailboxSubscriptionsEndResponses];

export type MailboxSubscriptionsStartData = {
    body: StartMailboxSubscriptionRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/admin/mailboxes/{id}/subscription';
};

export type MailboxSubscriptionsStartResponses = {
    /**
     * Done
     */
    204: void;
};

export type MailboxSubscriptionsStartResponse = MailboxSubscriptionsStartResponses[keyof MailboxSubscriptionsStartResponses];

export type MessagesListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Absent, every folder but spam, trash and quarantine.
         */
        folder?: string;
        /**
         * Only messages with this label.
         */
        label?: string;
        /**
         * Of every folder but drafts, spam, trash and quarantine, whatever `folder` says.
         */
        todas?: '1' | 'true' | 'sim';
        /**
         * With `todas`, those of spam, trash and quarantine, too.
         */
        ocultas?: '1' | 'true' | 'sim';
        /**
         * Only messages that are not read.
         */
        unread?: '1' | 'true' | 'sim';
        /**
         * Only starred messages.
         */
        starred?: '1' | 'true' | 'sim';
        /**
         * A search, such as `de:ana assunto:"nota fiscal" -tem:anexo depois:2024-01-01 OR etiqueta:Casa`, of at most 512 characters. One that is not valid is 400 BuscaInvalida, with its position and reason.
         */
        q?: string;
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/mailboxes/{id}/messages';
};

export type MessagesListResponses = {
    /**
     * Done
     */
    200: MessagePage;
};

export type MessagesListResponse = MessagesListResponses[keyof MessagesListResponses];

export type MessageBatchesUpdateData = {
    body: UpdateMessagesRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages';
};

export type MessageBatchesUpdateResponses = {
    /**
     * Done
     */
    200: MessagesChangedResponse;
};

export type MessageBatchesUpdateResponse = MessageBatchesUpdateResponses[keyof MessageBatchesUpdateResponses];

export type MessageChangesDeleteData = {
    body?: never;
    path: {
        id: string;
        msgId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/{msgId}';
};

export type MessageChangesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type MessageChangesDeleteResponse = MessageChangesDeleteResponses[keyof MessageChangesDeleteResponses];

export type MessagesReadData = {
    body?: never;
    path: {
        id: string;
        msgId: string;
    };
    query?: {
        /**
         * Shows images of other servers, which then learn that the message is read.
         */
        images?: '1' | 'true' | 'sim';
    };
    url: '/mailboxes/{id}/messages/{msgId}';
};

export type MessagesReadResponses = {
    /**
     * Done
     */
    200: WholeMessageObject;
};

export type MessagesReadResponse = MessagesReadResponses[keyof MessagesReadResponses];

export type MessageChangesUpdateData = {
    body: UpdateMessageRequest;
    path: {
        id: string;
        msgId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/{msgId}';
};

export type MessageChangesUpdateResponses = {
    /**
     * Done
     */
    200: MessageObject;
};

export type MessageChangesUpdateResponse = MessageChangesUpdateResponses[keyof MessageChangesUpdateResponses];

export type MessagesRawData = {
    body?: never;
    path: {
        id: string;
        msgId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/{msgId}/raw';
};

export type MessagesRawResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type MessagesAttachmentData = {
    body?: never;
    path: {
        id: string;
        msgId: string;
        attId: string;
    };
    query?: {
        /**
         * Accepts that an infected file is downloaded.
         */
        aceito_risco?: '1' | 'true' | 'sim';
    };
    url: '/mailboxes/{id}/messages/{msgId}/attachments/{attId}';
};

export type MessagesAttachmentResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type MessageBatchesDeleteData = {
    body: DeleteMessagesRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/delete';
};

export type MessageBatchesDeleteResponses = {
    /**
     * Done
     */
    200: MessagesDeletedResponse;
};

export type MessageBatchesDeleteResponse = MessageBatchesDeleteResponses[keyof MessageBatchesDeleteResponses];

export type MessageBatchesEmptyData = {
    body?: never;
    path: {
        id: string;
        fid: string;
    };
    query?: never;
    url: '/mailboxes/{id}/folders/{fid}/empty';
};

export type MessageBatchesEmptyResponses = {
    /**
     * Done
     */
    200: FolderEmptiedResponse;
};

export type MessageBatchesEmptyResponse = MessageBatchesEmptyResponses[keyof MessageBatchesEmptyResponses];

export type MessageChangesReleaseData = {
    body: ReleaseMessageRequest;
    path: {
        id: string;
        msgId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/{msgId}/quarantine/release';
};

export type MessageChangesReleaseResponses = {
    /**
     * Done
     */
    200: MessageObject;
};

export type MessageChangesReleaseResponse = MessageChangesReleaseResponses[keyof MessageChangesReleaseResponses];

export type MessageLabelsChangeManyData = {
    body: ChangeLabelsRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/labels';
};

export type MessageLabelsChangeManyResponses = {
    /**
     * Done
     */
    200: LabelsChangedResponse;
};

export type MessageLabelsChangeManyResponse = MessageLabelsChangeManyResponses[keyof MessageLabelsChangeManyResponses];

export type MessageLabelsApplyData = {
    body: ApplyLabelRequest;
    path: {
        id: string;
        msgId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/{msgId}/labels';
};

export type MessageLabelsApplyResponses = {
    /**
     * Done
     */
    200: LabelsChangedResponse;
};

export type MessageLabelsApplyResponse = MessageLabelsApplyResponses[keyof MessageLabelsApplyResponses];

export type MessageLabelsRemoveData = {
    body?: never;
    path: {
        id: string;
        msgId: string;
        labelId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/{msgId}/labels/{labelId}';
};

export type MessageLabelsRemoveResponses = {
    /**
     * Done
     */
    204: void;
};

export type MessageLabelsRemoveResponse = MessageLabelsRemoveResponses[keyof MessageLabelsRemoveResponses];

export type MessageLabelsApplyToThreadData = {
    body: ApplyLabelRequest;
    path: {
        id: string;
        threadId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/threads/{threadId}/labels';
};

export type MessageLabelsApplyToThreadResponses = {
    /**
     * Done
     */
    200: LabelsChangedResponse;
};

export type MessageLabelsApplyToThreadResponse = MessageLabelsApplyToThreadResponses[keyof MessageLabelsApplyToThreadResponses];

export type ThreadsReadData = {
    body?: never;
    path: {
        id: string;
        threadId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/threads/{threadId}';
};

export type ThreadsReadResponses = {
    /**
     * Done
     */
    200: ThreadObject;
};

export type ThreadsReadResponse = ThreadsReadResponses[keyof ThreadsReadResponses];

export type PgpKeysListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/pgp/keys';
};

export type PgpKeysListResponses = {
    /**
     * Done
     */
    200: PgpKeyListResponse;
};

export type PgpKeysListResponse = PgpKeysListResponses[keyof PgpKeysListResponses];

export type PgpKeysCreateData = {
    body: CreatePgpKeyRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/pgp/keys';
};

export type PgpKeysCreateResponses = {
    /**
     * Done
     */
    201: PgpKeyObject;
};

export type PgpKeysCreateResponse = PgpKeysCreateResponses[keyof PgpKeysCreateResponses];

export type PgpKeysDeleteData = {
    body?: never;
    path: {
        id: string;
        keyId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/pgp/keys/{keyId}';
};

export type PgpKeysDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type PgpKeysDeleteResponse = PgpKeysDeleteResponses[keyof PgpKeysDeleteResponses];

export type PgpKeysVerifyData = {
    body?: never;
    path: {
        id: string;
        msgId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/messages/{msgId}/pgp-verify';
};

export type PgpKeysVerifyResponses = {
    /**
     * Done
     */
    200: SignatureVerificationObject;
};

export type PgpKeysVerifyResponse = PgpKeysVerifyResponses[keyof PgpKeysVerifyResponses];

export type ContactsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * A part of the name or of the e-mail address, in any case.
         */
        q?: string;
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/mailboxes/{id}/contacts';
};

export type ContactsListResponses = {
    /**
     * Done
     */
    200: MailboxContactPage;
};

export type ContactsListResponse = ContactsListResponses[keyof ContactsListResponses];

export type ContactsCreateData = {
    body: CreateContactRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/contacts';
};

export type ContactsCreateResponses = {
    /**
     * Done
     */
    201: ContactObject;
};

export type ContactsCreateResponse = ContactsCreateResponses[keyof ContactsCreateResponses];

export type ContactsDeleteData = {
    body?: never;
    path: {
        id: string;
        contatoId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/contacts/{contatoId}';
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
        contatoId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/contacts/{contatoId}';
};

export type ContactsGetResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type ContactsGetResponse = ContactsGetResponses[keyof ContactsGetResponses];

export type ContactsUpdateData = {
    body: UpdateContactRequest;
    path: {
        id: string;
        contatoId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/contacts/{contatoId}';
};

export type ContactsUpdateResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type ContactsUpdateResponse = ContactsUpdateResponses[keyof ContactsUpdateResponses];

export type ContactsSuggestData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * A part of the name or of the e-mail address, in any case.
         */
        q?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/mailboxes/{id}/recipients/suggest';
};

export type ContactsSuggestResponses = {
    /**
     * Done
     */
    200: SuggestionsResponse;
};

export type ContactsSuggestResponse = ContactsSuggestResponses[keyof ContactsSuggestResponses];

export type DraftsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/mailboxes/{id}/drafts';
};

export type DraftsListResponses = {
    /**
     * Done
     */
    200: DraftPage;
};

export type DraftsListResponse = DraftsListResponses[keyof DraftsListResponses];

export type DraftsCreateData = {
    body: CreateDraftRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/drafts';
};

export type DraftsCreateResponses = {
    /**
     * Done
     */
    201: DraftObject;
};

export type DraftsCreateResponse = DraftsCreateResponses[keyof DraftsCreateResponses];

export type DraftsDeleteData = {
    body?: never;
    path: {
        id: string;
        draftId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/drafts/{draftId}';
};

export type DraftsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type DraftsDeleteResponse = DraftsDeleteResponses[keyof DraftsDeleteResponses];

export type DraftsGetData = {
    body?: never;
    path: {
        id: string;
        draftId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/drafts/{draftId}';
};

export type DraftsGetResponses = {
    /**
     * Done
     */
    200: DraftObject;
};

export type DraftsGetResponse = DraftsGetResponses[keyof DraftsGetResponses];

export type DraftsUpdateData = {
    body: UpdateDraftRequest;
    path: {
        id: string;
        draftId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/drafts/{draftId}';
};

export type DraftsUpdateResponses = {
    /**
     * Done
     */
    200: DraftObject;
};

export type DraftsUpdateResponse = DraftsUpdateResponses[keyof DraftsUpdateResponses];

export type DraftsAttachData = {
    body: {
        arquivo: Blob | File;
        /**
         * For an image that the HTML shows as cid:<content_id>.
         */
        content_id?: string;
    };
    path: {
        id: string;
        draftId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/drafts/{draftId}/attachments';
};

export type DraftsAttachResponses = {
    /**
     * Done
     */
    201: DraftAttachmentObject;
};

export type DraftsAttachResponse = DraftsAttachResponses[keyof DraftsAttachResponses];

export type DraftsDetachData = {
    body?: never;
    path: {
        id: string;
        draftId: string;
        attId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/drafts/{draftId}/attachments/{attId}';
};

export type DraftsDetachResponses = {
    /**
     * Done
     */
    204: void;
};

export type DraftsDetachResponse = DraftsDetachResponses[keyof DraftsDetachResponses];

export type IdentitiesListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/identities';
};

export type IdentitiesListResponses = {
    /**
     * Done
     */
    200: IdentityListResponse;
};

export type IdentitiesListResponse = IdentitiesListResponses[keyof IdentitiesListResponses];

export type IdentitiesCreateData = {
    body: CreateIdentityRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/identities';
};

export type IdentitiesCreateResponses = {
    /**
     * Done
     */
    201: IdentityObject;
};

export type IdentitiesCreateResponse = IdentitiesCreateResponses[keyof IdentitiesCreateResponses];

export type IdentitiesDeleteData = {
    body?: never;
    path: {
        id: string;
        identityId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/identities/{identityId}';
};

export type IdentitiesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type IdentitiesDeleteResponse = IdentitiesDeleteResponses[keyof IdentitiesDeleteResponses];

export type IdentitiesGetData = {
    body?: never;
    path: {
        id: string;
        identityId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/identities/{identityId}';
};

export type IdentitiesGetResponses = {
    /**
     * Done
     */
    200: IdentityObject;
};

export type IdentitiesGetResponse = IdentitiesGetResponses[keyof IdentitiesGetResponses];

export type IdentitiesUpdateData = {
    body: UpdateIdentityRequest;
    path: {
        id: string;
        identityId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/identities/{identityId}';
};

export type IdentitiesUpdateResponses = {
    /**
     * Done
     */
    200: IdentityObject;
};

export type IdentitiesUpdateResponse = IdentitiesUpdateResponses[keyof IdentitiesUpdateResponses];

export type EmailsSendData = {
    body: SendEmailRequest;
    path?: never;
    query?: never;
    url: '/v1/emails';
};

export type EmailsSendResponses = {
    /**
     * A repetition with the same Idempotency-Key
     */
    200: SentResponse;
    /**
     * Done
     */
    202: SentResponse;
};

export type EmailsSendResponse = EmailsSendResponses[keyof EmailsSendResponses];

export type MailboxSendingSendData = {
    body: SendOrDraftRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/send';
};

export type MailboxSendingSendResponses = {
    /**
     * A repetition with the same Idempotency-Key
     */
    200: SentResponse;
    /**
     * Done
     */
    202: SentResponse;
};

export type MailboxSendingSendResponse = MailboxSendingSendResponses[keyof MailboxSendingSendResponses];

export type SignaturesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/signature';
};

export type SignaturesGetResponses = {
    /**
     * Done
     */
    200: SignatureObject;
};

export type SignaturesGetResponse = SignaturesGetResponses[keyof SignaturesGetResponses];

export type SignaturesPutData = {
    body: PutSignatureRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/signature';
};

export type SignaturesPutResponses = {
    /**
     * Done
     */
    200: SignatureObject;
};

export type SignaturesPutResponse = SignaturesPutResponses[keyof SignaturesPutResponses];

export type DomainReportsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * First day (UTC); 29 days before the last one unless given.
         */
        de?: string;
        /**
         * Last day (UTC); today unless given.
         */
        ate?: string;
    };
    url: '/domains/{id}/reports';
};

export type DomainReportsListResponses = {
    /**
     * Done
     */
    200: DomainReportsResponse;
};

export type DomainReportsListResponse = DomainReportsListResponses[keyof DomainReportsListResponses];

export type OrganisationsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/orgs';
};

export type OrganisationsListResponses = {
    /**
     * Done
     */
    200: OrganisationPage;
};

export type OrganisationsListResponse = OrganisationsListResponses[keyof OrganisationsListResponses];

export type AccountsListData = {
    body?: never;
    path: {
        orgID: string;
    };
    query?: {
        /**
         * Where the page begins: next_cursor of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limit?: number;
    };
    url: '/orgs/{orgID}/accounts';
};

export type AccountsListResponses = {
    /**
     * Done
     */
    200: AccountPage;
};

export type AccountsListResponse = AccountsListResponses[keyof AccountsListResponses];

export type GrantsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/grants';
};

export type GrantsListResponses = {
    /**
     * Done
     */
    200: GrantListResponse;
};

export type GrantsListResponse = GrantsListResponses[keyof GrantsListResponses];

export type GrantsDeleteData = {
    body?: never;
    path: {
        id: string;
        userId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/grants/{userId}';
};

export type GrantsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type GrantsDeleteResponse = GrantsDeleteResponses[keyof GrantsDeleteResponses];

export type GrantsSetData = {
    body: SetGrantRequest;
    path: {
        id: string;
        userId: string;
    };
    query?: never;
    url: '/mailboxes/{id}/grants/{userId}';
};

export type GrantsSetResponses = {
    /**
     * Done
     */
    200: GrantObject;
};

export type GrantsSetResponse = GrantsSetResponses[keyof GrantsSetResponses];

export type ForwardingGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/forwarding';
};

export type ForwardingGetResponses = {
    /**
     * Done
     */
    200: ForwardingObject;
};

export type ForwardingGetResponse = ForwardingGetResponses[keyof ForwardingGetResponses];

export type ForwardingSetData = {
    body: SetForwardingRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/forwarding';
};

export type ForwardingSetResponses = {
    /**
     * Done
     */
    200: ForwardingObject;
};

export type ForwardingSetResponse = ForwardingSetResponses[keyof ForwardingSetResponses];

export type ForwardingAskAgainData = {
    body: AskForwardingRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/forwarding/confirmation';
};

export type ForwardingAskAgainResponses = {
    /**
     * Done
     */
    200: ForwardingObject;
};

export type ForwardingAskAgainResponse = ForwardingAskAgainResponses[keyof ForwardingAskAgainResponses];

export type VacationGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/vacation';
};

export type VacationGetResponses = {
    /**
     * Done
     */
    200: VacationObject;
};

export type VacationGetResponse = VacationGetResponses[keyof VacationGetResponses];

export type VacationSetData = {
    body: SetVacationRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/mailboxes/{id}/vacation';
};

export type VacationSetResponses = {
    /**
     * Done
     */
    200: VacationObject;
};

export type VacationSetResponse = VacationSetResponses[keyof VacationSetResponses];
