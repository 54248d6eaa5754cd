// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.
import type { CallOptions } from '../../call.js';
import type { EventStream } from '../../event-stream.js';
import type { Listing } from '../../listing.js';
import type { Transport } from '../../transport.js';
import type * as T from './types.gen.js';

class AppPasswordsResource {
  constructor(private readonly transport: Transport) {}

  /** List the app passwords of a mailbox, newest first. Users see their own; owners and managers of the mailbox and admins of the tenant see all. 20 at most. */
  list(id: string | number, options?: CallOptions): Promise<T.AppPasswordsListResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/app-passwords', params: { id } }, options);
  }

  /** Make an app password, with which a mail program sends from the mailbox. The secret is in this answer alone. It stops working when it is revoked, when the user loses the right to send from the mailbox, and when the mailbox is removed. 409 at 20. */
  create(id: string | number, body: T.AppPasswordsCreateData['body'], options?: CallOptions): Promise<T.AppPasswordsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/app-passwords', params: { id }, body }, options);
  }

  /** Read an app password. Without its secret. */
  get(id: string | number, passwordId: string | number, options?: CallOptions): Promise<T.AppPasswordsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/app-passwords/{passwordId}', params: { id, passwordId } }, options);
  }

  /** Revoke an app password. From the answer on it authenticates nothing. Managers and admins revoke those of others, too. */
  revoke(id: string | number, passwordId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/app-passwords/{passwordId}', params: { id, passwordId } }, options);
  }
}

class AvatarsResource {
  constructor(private readonly transport: Transport) {}

  /** The picture of a mailbox. A PNG of at most 256 by 256 pixels, with an ETag; 304 if the client has it. 404 without a picture. */
  get(id: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/mailboxes/{id}/avatar', params: { id } }, options);
  }

  /** Set the picture of a mailbox. For owners and admins of the tenant. JPEG, PNG, GIF, WebP or AVIF, as the field `arquivo` or as the body. It is made anew as a PNG of at most 256 by 256 pixels, without the metadata of the file. 400 for anything else. */
  set(id: string | number, body: T.AvatarsSetData['body'] | FormData, options?: CallOptions): Promise<T.AvatarsSetResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/avatar', params: { id }, body, type: 'multipart/form-data' }, options);
  }

  /** Delete the picture of a mailbox. For owners and managers of the mailbox, and for owners and admins of the tenant. 404 without a picture. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/avatar', params: { id } }, options);
  }
}

class DomainsResource {
  constructor(private readonly transport: Transport) {}

  /** Read a domain with its keys and records. The records have what the last check found of them. */
  get(id: string | number, options?: CallOptions): Promise<T.DomainsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/domains/{id}', params: { id } }, options);
  }

  /** Remove a domain with its keys. Nothing is received or signed for it any more. 409 while mailboxes live on it. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/domains/{id}', params: { id } }, options);
  }

  /** Compare the records of a domain with what DNS has now. Changes nothing; a record about which DNS does not answer is unchecked. */
  dns(id: string | number, options?: CallOptions): Promise<T.DomainsDnsResponse> {
    return this.transport.json({ method: 'GET', path: '/domains/{id}/dns', params: { id } }, options);
  }

  /** Look a domain's records up and verify it. It is verified when the ownership record and one DKIM record are found. Keys whose records are found sign from then on. 409: another account has it verified; 503: its name servers did not answer; nothing has changed then. */
  verify(id: string | number, body: T.DomainsVerifyData['body'] = {}, options?: CallOptions): Promise<T.DomainsVerifyResponse> {
    return this.transport.json({ method: 'POST', path: '/domains/{id}/verify', params: { id }, body }, options);
  }

  /** Give a domain new DKIM keys. The present keys sign until a check finds the records of the new ones, and their own records stay listed for seven days after that. 409: keys made before still wait for their records. */
  rotateKeys(id: string | number, body: T.DomainsRotateKeysData['body'] = {}, options?: CallOptions): Promise<T.DomainsRotateKeysResponse> {
    return this.transport.json({ method: 'POST', path: '/domains/{id}/dkim/rotate', params: { id }, body }, options);
  }

  /** Choose the mailbox that takes mail to addresses without a mailbox. Null rejects such mail. Where mail makes mailboxes, that comes first. */
  setCatchAll(id: string | number, body: T.DomainsSetCatchAllData['body'], options?: CallOptions): Promise<T.DomainsSetCatchAllResponse> {
    return this.transport.json({ method: 'PUT', path: '/domains/{id}/catchall', params: { id }, body }, options);
  }

  /** Choose whether mail to an address without a mailbox makes one. Mailboxes made so count among those of the domain; at their limit such mail is rejected. */
  setAutocreate(id: string | number, body: T.DomainsSetAutocreateData['body'], options?: CallOptions): Promise<T.DomainsSetAutocreateResponse> {
    return this.transport.json({ method: 'PUT', path: '/domains/{id}/autocreate', params: { id }, body }, options);
  }
}

class OrgDomainsResource {
  constructor(private readonly transport: Transport) {}

  /** Add a domain to an organisation. Makes its DKIM keys. Publish the records of the answer, then verify it. 409: the account has it. */
  create(orgID: string | number, body: T.OrgDomainsCreateData['body'], options?: CallOptions): Promise<T.OrgDomainsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/orgs/{orgID}/domains', params: { orgID }, body }, options);
  }

  /** List the domains of an organisation, newest first. next_cursor of a page, passed as cursor, begins the next page. */
  list(orgID: string | number, query?: T.OrgDomainsListData['query'], options?: CallOptions): Listing<T.OrgDomainsListResponse, T.OrgDomainsListResponse['domains'][number]> {
    return this.transport.list({ method: 'GET', path: '/orgs/{orgID}/domains', params: { orgID }, query }, ['domains', 'next_cursor'], options);
  }
}

class FoldersResource {
  constructor(private readonly transport: Transport) {}

  /** List the folders of a mailbox. Those of the system, then those that its users made, by name; each with what it holds. */
  list(id: string | number, options?: CallOptions): Promise<T.FoldersListResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/folders', params: { id } }, options);
  }

  /** Make a folder. 409 if the mailbox has one of this name, whatever the case, if the name means a system folder, and at 200 folders. */
  create(id: string | number, body: T.FoldersCreateData['body'], options?: CallOptions): Promise<T.FoldersCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/folders', params: { id }, body }, options);
  }

  /** Rename a folder. 409 for a system folder, and for a name that is taken. */
  rename(id: string | number, fid: string | number, body: T.FoldersRenameData['body'], options?: CallOptions): Promise<T.FoldersRenameResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/folders/{fid}', params: { id, fid }, body }, options);
  }

  /** Delete an empty folder. 409 for a system folder, and for one that has messages. */
  delete(id: string | number, fid: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/folders/{fid}', params: { id, fid } }, options);
  }
}

class FiltersResource {
  constructor(private readonly transport: Transport) {}

  /** List the filters of a mailbox, in their order. All of them, 100 at most. For everybody with a grant of the mailbox, and for admins of the tenant. */
  list(id: string | number, options?: CallOptions): Promise<T.FiltersListResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/filters', params: { id } }, options);
  }

  /** Add a filter, which runs after the others. It runs for mail that arrives, before forwarding and automatic replies; not for spam and quarantine. `etiqueta:` in its search finds nothing, since new mail has no labels. 400 BuscaInvalida for a search that is not valid, 409 at 100, 429 if too many addresses were asked for their consent today. For owners and managers of the mailbox, and for admins of the tenant; forwarding takes a role in the mailbox. */
  create(id: string | number, body: T.FiltersCreateData['body'], options?: CallOptions): Promise<T.FiltersCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/filters', params: { id }, body }, options);
  }

  /** Set the order in which the filters of a mailbox run. 400 unless each filter of the mailbox is named once. */
  order(id: string | number, body: T.FiltersOrderData['body'], options?: CallOptions): Promise<T.FiltersOrderResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/filters', params: { id }, body }, options);
  }

  /** Read a filter. 404 for one of another mailbox, as for one that does not exist. */
  get(id: string | number, filterId: string | number, options?: CallOptions): Promise<T.FiltersGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/filters/{filterId}', params: { id, filterId } }, options);
  }

  /** Change a filter. What is not given stays; `actions` are replaced as a whole. */
  update(id: string | number, filterId: string | number, body: T.FiltersUpdateData['body'] = {}, options?: CallOptions): Promise<T.FiltersUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/filters/{filterId}', params: { id, filterId }, body }, options);
  }

  /** Delete a filter. Mail that it moved, marked or forwarded stays as it is. */
  delete(id: string | number, filterId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/filters/{filterId}', params: { id, filterId } }, options);
  }
}

class LabelRulesResource {
  constructor(private readonly transport: Transport) {}

  /** Read which labels of the system a mailbox sets by itself. Each with what its rule looks at. For everybody with a grant of the mailbox, and for admins of the tenant. */
  get(id: string | number, options?: CallOptions): Promise<T.LabelRulesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/label-rules', params: { id } }, options);
  }

  /** Switch labels of the system on and off. What is not named stays. Mail that has arrived keeps its labels, and users may still set them. For owners and managers of the mailbox, and for owners and admins of the tenant. */
  set(id: string | number, body: T.LabelRulesSetData['body'] = {}, options?: CallOptions): Promise<T.LabelRulesSetResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/label-rules', params: { id }, body }, options);
  }
}

class LabelsResource {
  constructor(private readonly transport: Transport) {}

  /** List the labels of a mailbox. Those of the system first, then by name; 200 at most. */
  list(id: string | number, options?: CallOptions): Promise<T.LabelsListResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/labels', params: { id } }, options);
  }

  /** Make a label. 409 if the mailbox has one of this name, whatever the case, or has 200. */
  create(id: string | number, body: T.LabelsCreateData['body'], options?: CallOptions): Promise<T.LabelsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/labels', params: { id }, body }, options);
  }

  /** Count the messages of each label. Messages in spam, trash and quarantine do not count. */
  summary(id: string | number, options?: CallOptions): Promise<T.LabelsSummaryResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/labels/resumo', params: { id } }, options);
  }

  /** Rename a label, or change its colour. Of a label of the system only the colour changes: another name is 409, as is one that is taken. */
  update(id: string | number, labelId: string | number, body: T.LabelsUpdateData['body'] = {}, options?: CallOptions): Promise<T.LabelsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/labels/{labelId}', params: { id, labelId }, body }, options);
  }

  /** Delete a label. Its messages stay. 409 for a label of the system. */
  delete(id: string | number, labelId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/labels/{labelId}', params: { id, labelId } }, options);
  }
}

class ImportsResource {
  constructor(private readonly transport: Transport) {}

  /** Import messages from a file. mbox, .eml or a ZIP file of them, as the field `arquivo` or as the body. Messages that the mailbox has, by Message-ID or else by content, are skipped; a message that cannot be imported is counted in errors and keeps no other from it. 200 when the import ends within ten seconds, else 202: it goes on, and Location tells how far it is. 400 for another file, and for a ZIP file that unpacks to far more than it is; 409 with five imports at a time. */
  create(id: string | number, body: T.ImportsCreateData['body'] | FormData, query?: T.ImportsCreateData['query'], options?: CallOptions): Promise<T.ImportsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/import', params: { id }, query, body, type: 'multipart/form-data' }, options);
  }

  /** List the imports of a mailbox, newest first. Those of the last 90 days. An old or invalid cursor returns the first page. */
  list(id: string | number, query?: T.ImportsListData['query'], options?: CallOptions): Listing<T.ImportsListResponse, T.ImportsListResponse['imports'][number]> {
    return this.transport.list({ method: 'GET', path: '/mailboxes/{id}/imports', params: { id }, query }, ['imports', 'next_cursor'], options);
  }

  /** Read an import. How far it is, and what it did. */
  get(id: string | number, importId: string | number, options?: CallOptions): Promise<T.ImportsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/imports/{importId}', params: { id, importId } }, options);
  }

  /** Cancel an import. Messages that it has imported stay. 409 if it has ended. */
  cancel(id: string | number, importId: string | number, options?: CallOptions): Promise<T.ImportsCancelResponse> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/imports/{importId}', params: { id, importId } }, options);
  }
}

class MailboxEventsResource {
  constructor(private readonly transport: Transport) {}

  /** Listen to the changes of a mailbox. Server-sent events: `ready` at first, then `message.created`, `message.updated`, `message.deleted`, `counts`, `folders.changed`, `labels.changed`, and `mailbox.changed` where everything is to be read again. They have ids and counts only. The stream ends when the access does. 429 for too many streams of one user, key or mailbox. */
  listen(id: string | number, options?: CallOptions): Promise<EventStream> {
    return this.transport.events({ method: 'GET', path: '/mailboxes/{id}/events', params: { id } }, options);
  }
}

class MailboxesResource {
  constructor(private readonly transport: Transport) {}

  /** Create a mailbox in a domain. The domain may still be pending: the mailbox receives once it is verified. Its owner is the user whose session asks for it; for a key, the owner of the tenant. 409 EnderecoEmUso if a mailbox has the address, or had it and can still be restored. */
  create(id: string | number, body: T.MailboxesCreateData['body'], options?: CallOptions): Promise<T.MailboxesCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/domains/{id}/mailboxes', params: { id }, body }, options);
  }

  /** List the mailboxes of a domain, newest first. `next_cursor`, sent as `cursor`, begins the next page; it is empty after the last one. */
  listOfDomain(id: string | number, query?: T.MailboxesListOfDomainData['query'], options?: CallOptions): Listing<T.MailboxesListOfDomainResponse, T.MailboxesListOfDomainResponse['mailboxes'][number]> {
    return this.transport.list({ method: 'GET', path: '/domains/{id}/mailboxes', params: { id }, query }, ['mailboxes', 'next_cursor'], options);
  }

  /** List the mailboxes that the user may see, newest first. Owners and admins of the tenant see all of them; other members those of which they have a grant. */
  list(query?: T.MailboxesListData['query'], options?: CallOptions): Listing<T.MailboxesListResponse, T.MailboxesListResponse['mailboxes'][number]> {
    return this.transport.list({ method: 'GET', path: '/mailboxes', query }, ['mailboxes', 'next_cursor'], options);
  }

  /** Read a mailbox. For everybody with a grant of it, and for owners and admins of the tenant. */
  get(id: string | number, options?: CallOptions): Promise<T.MailboxesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}', params: { id } }, options);
  }

  /** Change the display name of a mailbox. For its owners and managers, and for owners and admins of the tenant. */
  rename(id: string | number, body: T.MailboxesRenameData['body'], options?: CallOptions): Promise<T.MailboxesRenameResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}', params: { id }, body }, options);
  }

  /** Remove a mailbox. It stops sending at once, and receiving within a second. For 30 days it can be restored; then its mail is deleted for good. 409 CaixaComVinculos while something is bound to it; `vinculos` names what. */
  remove(id: string | number, options?: CallOptions): Promise<T.MailboxesRemoveResponse> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}', params: { id } }, options);
  }

  /** Make a mailbox personal or collective. For owners and admins of the tenant, never for a key. Only mailboxes that were made by hand or brought over become collective: 422 origem_automatica or origem_conta_iam for others. 422 CaixaAssinada while a subscription of a collective mailbox is active. */
  setKind(id: string | number, body: T.MailboxesSetKindData['body'], options?: CallOptions): Promise<T.MailboxesSetKindResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/tipo', params: { id }, body }, options);
  }

  /** Restore a removed mailbox. With its mail, grants and settings. 409 EnderecoEmUso if it is not removed; DominioRemovido if its domain is, and the tenant did not add it again. */
  restore(id: string | number, options?: CallOptions): Promise<T.MailboxesRestoreResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/restaurar', params: { id } }, options);
  }
}

class MailboxQuotaResource {
  constructor(private readonly transport: Transport) {}

  /** Read how much mail a mailbox holds and may hold. Raw messages count, those in the trash too. Mail that does not fit is refused until there is room. */
  get(id: string | number, options?: CallOptions): Promise<T.MailboxQuotaGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/quota', params: { id } }, options);
  }

  /** Set how much mail a mailbox may hold. For owners and admins of the tenant. */
  set(id: string | number, body: T.MailboxQuotaSetData['body'], options?: CallOptions): Promise<T.MailboxQuotaSetResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/quota', params: { id }, body }, options);
  }
}

class MailboxSubscriptionsResource {
  constructor(private readonly transport: Transport) {}

  /** Start the subscription of a mailbox. For platform operators. While it is active the mailbox is neither removed nor made personal. */
  start(id: string | number, body: T.MailboxSubscriptionsStartData['body'], options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'PUT', path: '/admin/mailboxes/{id}/subscription', params: { id }, body }, options);
  }

  /** End the subscription of a mailbox. For platform operators. */
  end(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/admin/mailboxes/{id}/subscription', params: { id } }, options);
  }
}

class MessagesResource {
  constructor(private readonly transport: Transport) {}

  /** List the messages of a mailbox, newest first. Without a folder, those of every folder but spam, trash and quarantine. A search that names a folder (pasta:) finds what is in spam and trash too. An old or invalid cursor returns the first page. A user needs a role in the mailbox. */
  list(id: string | number, query?: T.MessagesListData['query'], options?: CallOptions): Listing<T.MessagesListResponse, T.MessagesListResponse['messages'][number]> {
    return this.transport.list({ method: 'GET', path: '/mailboxes/{id}/messages', params: { id }, query }, ['messages', 'next_cursor'], options);
  }

  /** Read a message. It is then marked as read. Its HTML is safe to show: nothing in it runs, and images of other servers are left out unless images=1 asks for them. */
  read(id: string | number, msgId: string | number, query?: T.MessagesReadData['query'], options?: CallOptions): Promise<T.MessagesReadResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/messages/{msgId}', params: { id, msgId }, query }, options);
  }

  /** Download a raw message. Byte for byte as it came or went. In front of a received one stand X-Spam-Flag, X-Spam-Status, X-Spam-Score, X-Spam-Action, X-Spam-Symbols and Authentication-Results. */
  raw(id: string | number, msgId: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/mailboxes/{id}/messages/{msgId}/raw', params: { id, msgId } }, options);
  }

  /** Download an attachment. One with malware only with aceito_risco=1; else 422 AnexoInfectado. */
  attachment(id: string | number, msgId: string | number, attId: string | number, query?: T.MessagesAttachmentData['query'], options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/mailboxes/{id}/messages/{msgId}/attachments/{attId}', params: { id, msgId, attId }, query }, options);
  }
}

class MessageBatchesResource {
  constructor(private readonly transport: Transport) {}

  /** Mark, star or move many messages. Up to 500. What may not be changed so is left as it is and named. 404 for an unknown folder. */
  update(id: string | number, body: T.MessageBatchesUpdateData['body'], options?: CallOptions): Promise<T.MessageBatchesUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/messages', params: { id }, body }, options);
  }

  /** Delete many messages for good. Up to 500. What is not in the trash, in spam or in quarantine stays, and is named. */
  delete(id: string | number, body: T.MessageBatchesDeleteData['body'], options?: CallOptions): Promise<T.MessageBatchesDeleteResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/messages/delete', params: { id }, body }, options);
  }

  /** Empty the trash or spam. Deletes up to 10,000 messages for good, and says how many are left: call it again until none is. 409 for another folder. */
  empty(id: string | number, fid: string | number, options?: CallOptions): Promise<T.MessageBatchesEmptyResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/folders/{fid}/empty', params: { id, fid } }, options);
  }
}

class MessageChangesResource {
  constructor(private readonly transport: Transport) {}

  /** Mark, star or move a message. What is absent stays. 409 for a move into or out of quarantine, of a draft elsewhere than to the trash, and of another message to the drafts. */
  update(id: string | number, msgId: string | number, body: T.MessageChangesUpdateData['body'] = {}, options?: CallOptions): Promise<T.MessageChangesUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/messages/{msgId}', params: { id, msgId }, body }, options);
  }

  /** Delete a message for good. 409 unless it is in the trash, in spam or in quarantine. */
  delete(id: string | number, msgId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/messages/{msgId}', params: { id, msgId } }, options);
  }

  /** Release a message from quarantine into the inbox. One of a forged sender needs an admin of the account. Infected files are still downloaded with aceito_risco=1 only. It is audited. 409 if it is not in quarantine. */
  release(id: string | number, msgId: string | number, body: T.MessageChangesReleaseData['body'], options?: CallOptions): Promise<T.MessageChangesReleaseResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/messages/{msgId}/quarantine/release', params: { id, msgId }, body }, options);
  }
}

class MessageLabelsResource {
  constructor(private readonly transport: Transport) {}

  /** Change the labels of many messages. Up to 500 messages by 20 labels on each side. Counts what changed. 404 for an unknown label. */
  changeMany(id: string | number, body: T.MessageLabelsChangeManyData['body'], options?: CallOptions): Promise<T.MessageLabelsChangeManyResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/messages/labels', params: { id }, body }, options);
  }

  /** Give a message a label. One that it has already stays. */
  apply(id: string | number, msgId: string | number, body: T.MessageLabelsApplyData['body'], options?: CallOptions): Promise<T.MessageLabelsApplyResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/messages/{msgId}/labels', params: { id, msgId }, body }, options);
  }

  /** Take a label from a message. One that it does not have is not an error. */
  remove(id: string | number, msgId: string | number, labelId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/messages/{msgId}/labels/{labelId}', params: { id, msgId, labelId } }, options);
  }

  /** Give all messages of a thread a label. Counts the messages that did not have it. */
  applyToThread(id: string | number, threadId: string | number, body: T.MessageLabelsApplyToThreadData['body'], options?: CallOptions): Promise<T.MessageLabelsApplyToThreadResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/threads/{threadId}/labels', params: { id, threadId }, body }, options);
  }
}

class ThreadsResource {
  constructor(private readonly transport: Transport) {}

  /** Read a thread. Its messages of all folders, the oldest first. None is marked as read. */
  read(id: string | number, threadId: string | number, options?: CallOptions): Promise<T.ThreadsReadResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/threads/{threadId}', params: { id, threadId } }, options);
  }
}

class PgpKeysResource {
  constructor(private readonly transport: Transport) {}

  /** List the OpenPGP keys of a mailbox, newest first. Public keys of the mailbox and of those who write to it; 500 at most. */
  list(id: string | number, options?: CallOptions): Promise<T.PgpKeysListResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/pgp/keys', params: { id } }, options);
  }

  /** Add an OpenPGP public key. Signatures of the address are verified with it. 400 for what is no public key, for one that is expired, revoked or too large, and for a private key, of which nothing is kept. 409 if the mailbox has it, and at 500. */
  create(id: string | number, body: T.PgpKeysCreateData['body'], options?: CallOptions): Promise<T.PgpKeysCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/pgp/keys', params: { id }, body }, options);
  }

  /** Remove an OpenPGP key. Its signatures are not verified any more. */
  delete(id: string | number, keyId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/pgp/keys/{keyId}', params: { id, keyId } }, options);
  }

  /** Verify the OpenPGP signature of a message. PGP/MIME, and texts that are a cleartext signature as a whole, with the keys that the mailbox has for the address in From. verified is false without a signature, without a key, and if any part of the message is not signed. */
  verify(id: string | number, msgId: string | number, options?: CallOptions): Promise<T.PgpKeysVerifyResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/messages/{msgId}/pgp-verify', params: { id, msgId } }, options);
  }
}

class ContactsResource {
  constructor(private readonly transport: Transport) {}

  /** List the contacts of a mailbox, by name. With q, those whose name or e-mail address contains it. An old or invalid cursor returns the first page. They have nothing to do with the contacts of the CRM. */
  list(id: string | number, query?: T.ContactsListData['query'], options?: CallOptions): Listing<T.ContactsListResponse, T.ContactsListResponse['contacts'][number]> {
    return this.transport.list({ method: 'GET', path: '/mailboxes/{id}/contacts', params: { id }, query }, ['contacts', 'next_cursor'], options);
  }

  /** Add a contact to a mailbox. 409 for an e-mail address that is a contact already, in whatever case, and at 10,000. */
  create(id: string | number, body: T.ContactsCreateData['body'], options?: CallOptions): Promise<T.ContactsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/contacts', params: { id }, body }, options);
  }

  /** Read a contact. It needs the role sender in the mailbox. */
  get(id: string | number, contatoId: string | number, options?: CallOptions): Promise<T.ContactsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/contacts/{contatoId}', params: { id, contatoId } }, options);
  }

  /** Change a contact. What is not given stays. 409 for an e-mail address that another contact has. */
  update(id: string | number, contatoId: string | number, body: T.ContactsUpdateData['body'] = {}, options?: CallOptions): Promise<T.ContactsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/contacts/{contatoId}', params: { id, contatoId }, body }, options);
  }

  /** Remove a contact. It is still suggested while it is among the recipients of sent messages. */
  delete(id: string | number, contatoId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/contacts/{contatoId}', params: { id, contatoId } }, options);
  }

  /** Suggest recipients. Of the last 500 sent messages and of the contacts, those whose name or e-mail address contains q: first who is written to often and lately, then contacts by name. Without q, the likeliest of all. */
  suggest(id: string | number, query?: T.ContactsSuggestData['query'], options?: CallOptions): Promise<T.ContactsSuggestResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/recipients/suggest', params: { id }, query }, options);
  }
}

class DraftsResource {
  constructor(private readonly transport: Transport) {}

  /** List the drafts of a mailbox, the one changed last first. Without their texts. An old or invalid cursor returns the first page. */
  list(id: string | number, query?: T.DraftsListData['query'], options?: CallOptions): Listing<T.DraftsListResponse, T.DraftsListResponse['drafts'][number]> {
    return this.transport.list({ method: 'GET', path: '/mailboxes/{id}/drafts', params: { id }, query }, ['drafts', 'next_cursor'], options);
  }

  /** Begin a draft. Nothing is required: recipients are checked when it is sent, by POST /mailboxes/{id}/send with its id. It is a message in the folder drafts, too. 409 at 500 drafts. */
  create(id: string | number, body: T.DraftsCreateData['body'] = {}, options?: CallOptions): Promise<T.DraftsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/drafts', params: { id }, body }, options);
  }

  /** Read a draft. Its attachments are downloaded as those of the message of the same id. */
  get(id: string | number, draftId: string | number, options?: CallOptions): Promise<T.DraftsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/drafts/{draftId}', params: { id, draftId } }, options);
  }

  /** Change a draft. What is not given stays. `version` is the one that was read: if another tab or user has changed the draft since, 409 with the newer state as `draft`. */
  update(id: string | number, draftId: string | number, body: T.DraftsUpdateData['body'], options?: CallOptions): Promise<T.DraftsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/drafts/{draftId}', params: { id, draftId }, body }, options);
  }

  /** Delete a draft. For good, with its attachments. */
  delete(id: string | number, draftId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/drafts/{draftId}', params: { id, draftId } }, options);
  }

  /** Attach a file to a draft. One file of at most 25 MiB, which all files of a draft have together at most. 409 at 20 files, and if the mailbox is full. It is scanned when the message is sent. */
  attach(id: string | number, draftId: string | number, body: T.DraftsAttachData['body'] | FormData, options?: CallOptions): Promise<T.DraftsAttachResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/drafts/{draftId}/attachments', params: { id, draftId }, body, type: 'multipart/form-data' }, options);
  }

  /** Remove a file from a draft. HTML that shows it is not changed. */
  detach(id: string | number, draftId: string | number, attId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/drafts/{draftId}/attachments/{attId}', params: { id, draftId, attId } }, options);
  }
}

class IdentitiesResource {
  constructor(private readonly transport: Transport) {}

  /** List the addresses that a mailbox sends as, beside its own. 50 at most, by address. */
  list(id: string | number, options?: CallOptions): Promise<T.IdentitiesListResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/identities', params: { id } }, options);
  }

  /** Add an address that a mailbox sends as. It is the own address with another name, that of another mailbox which the user may send from, or, for admins, one of a verified domain without a mailbox. 400 for an address of another domain; 409 for one that has an identity, and at 50. */
  create(id: string | number, body: T.IdentitiesCreateData['body'], options?: CallOptions): Promise<T.IdentitiesCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/identities', params: { id }, body }, options);
  }

  /** Read an identity. It needs the role sender in the mailbox. */
  get(id: string | number, identityId: string | number, options?: CallOptions): Promise<T.IdentitiesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/identities/{identityId}', params: { id, identityId } }, options);
  }

  /** Change an identity. What is not given stays. 409 for an address that has another identity. */
  update(id: string | number, identityId: string | number, body: T.IdentitiesUpdateData['body'] = {}, options?: CallOptions): Promise<T.IdentitiesUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/mailboxes/{id}/identities/{identityId}', params: { id, identityId }, body }, options);
  }

  /** Remove an identity. Nothing more is sent as it; what was sent stays. */
  delete(id: string | number, identityId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/identities/{identityId}', params: { id, identityId } }, options);
  }
}

class EmailsResource {
  constructor(private readonly transport: Transport) {}

  /** Send a message from a mailbox. The message is signed for the domain of its sender. Each recipient in to, cc and bcc counts once in the quota. A repetition with the same Idempotency-Key answers 200 and sends nothing. 502: no recipient could be reached; nothing was sent, and the quota is given back. */
  send(body: T.EmailsSendData['body'], options?: CallOptions): Promise<T.EmailsSendResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/emails', body, takesIdempotencyKey: true }, options);
  }
}

class MailboxSendingResource {
  constructor(private readonly transport: Transport) {}

  /** Send a message from this mailbox. As POST /v1/emails, with the sender given by the path, or one of its identities by `from`. With draft_id alone, a draft is sent: it is gone after 202, and kept after any error; 404 once it is sent. A user needs the role sender in the mailbox. The message is among its sent messages as soon as a mail server has it for a recipient. */
  send(id: string | number, body: T.MailboxSendingSendData['body'] = {}, options?: CallOptions): Promise<T.MailboxSendingSendResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/send', params: { id }, body, takesIdempotencyKey: true }, options);
  }
}

class SignaturesResource {
  constructor(private readonly transport: Transport) {}

  /** Read the signature of a mailbox. What its users put below their messages; empty if there is none. */
  get(id: string | number, options?: CallOptions): Promise<T.SignaturesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/signature', params: { id } }, options);
  }

  /** Change the signature of a mailbox. It is stored without what would run, load or be sent; the answer has it as it is stored. It needs the role sender in the mailbox. No message gets it by itself: who writes a message puts it in. */
  put(id: string | number, body: T.SignaturesPutData['body'], options?: CallOptions): Promise<T.SignaturesPutResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/signature', params: { id }, body }, options);
  }
}

class DomainReportsResource {
  constructor(private readonly transport: Transport) {}

  /** Read what others report about a domain. What receivers saw of mail from the domain, by source address (DMARC), and how connections of senders to it went (TLS-RPT). A report counts on the day on which its period begins. Who wrote a report is not proven. */
  list(id: string | number, query?: T.DomainReportsListData['query'], options?: CallOptions): Promise<T.DomainReportsListResponse> {
    return this.transport.json({ method: 'GET', path: '/domains/{id}/reports', params: { id }, query }, options);
  }
}

class OrganisationsResource {
  constructor(private readonly transport: Transport) {}

  /** List the organisations of the account. Every account has one, which domains are added to. */
  list(query?: T.OrganisationsListData['query'], options?: CallOptions): Listing<T.OrganisationsListResponse, T.OrganisationsListResponse['orgs'][number]> {
    return this.transport.list({ method: 'GET', path: '/orgs', query }, ['orgs', 'next_cursor'], options);
  }
}

class AccountsResource {
  constructor(private readonly transport: Transport) {}

  /** List the users of the tenant and the mailboxes that they may use, the newest user first. `next_cursor`, sent as `cursor`, begins the next page; it is empty after the last one. */
  list(orgID: string | number, query?: T.AccountsListData['query'], options?: CallOptions): Listing<T.AccountsListResponse, T.AccountsListResponse['accounts'][number]> {
    return this.transport.list({ method: 'GET', path: '/orgs/{orgID}/accounts', params: { orgID }, query }, ['accounts', 'next_cursor'], options);
  }
}

class GrantsResource {
  constructor(private readonly transport: Transport) {}

  /** List who may use a mailbox, the oldest grant first. For its owners, and for owners and admins of the tenant, as are the other routes of grants. */
  list(id: string | number, options?: CallOptions): Promise<T.GrantsListResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/grants', params: { id } }, options);
  }

  /** Give a member of the tenant a role in a mailbox. `reader` reads the mail, `sender` also sends, `manager` also changes settings, `owner` also gives grants. 409 if the mailbox would be left without an owner. */
  set(id: string | number, userId: string | number, body: T.GrantsSetData['body'], options?: CallOptions): Promise<T.GrantsSetResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/grants/{userId}', params: { id, userId }, body }, options);
  }

  /** Take a grant of a mailbox away. It has no effect from the answer on. 409 for the last owner. */
  delete(id: string | number, userId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/mailboxes/{id}/grants/{userId}', params: { id, userId } }, options);
  }
}

class ForwardingResource {
  constructor(private readonly transport: Transport) {}

  /** Read where a mailbox forwards its mail to. For everybody with a grant of it, and for owners and admins of the tenant. */
  get(id: string | number, options?: CallOptions): Promise<T.ForwardingGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/forwarding', params: { id } }, options);
  }

  /** Set where a mailbox forwards its mail to. Up to 5 addresses. One outside the verified domains of the tenant gets a mail with a link, and is forwarded nothing until its owner has confirmed. For owners and managers of the mailbox; admins of the tenant switch it off, and need a role in the mailbox to switch it on. 400 if it is enabled without a destination, 429 if too many addresses were asked today. */
  set(id: string | number, body: T.ForwardingSetData['body'], options?: CallOptions): Promise<T.ForwardingSetResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/forwarding', params: { id }, body }, options);
  }

  /** Ask an address for its consent once more. By a new link, which works for 7 days; the one before does not work any more. 404 if the mailbox does not forward to the address, 409 if it is confirmed, 429 if it was asked too often today. */
  askAgain(id: string | number, body: T.ForwardingAskAgainData['body'], options?: CallOptions): Promise<T.ForwardingAskAgainResponse> {
    return this.transport.json({ method: 'POST', path: '/mailboxes/{id}/forwarding/confirmation', params: { id }, body }, options);
  }
}

class VacationResource {
  constructor(private readonly transport: Transport) {}

  /** Read what a mailbox answers by itself. For everybody with a grant of it, and for owners and admins of the tenant. */
  get(id: string | number, options?: CallOptions): Promise<T.VacationGetResponse> {
    return this.transport.json({ method: 'GET', path: '/mailboxes/{id}/vacation', params: { id } }, options);
  }

  /** Set what a mailbox answers by itself. In place of what was set. It answers people who write to the mailbox in To or Cc, each of them once in `interval_days`; never lists, bulk or automatic mail, and no spam (RFC 3834). With another text or window they are answered anew. 400 for a window that ends before it begins or is over, and without a text. For owners and managers of the mailbox, and for owners and admins of the tenant. */
  set(id: string | number, body: T.VacationSetData['body'], options?: CallOptions): Promise<T.VacationSetResponse> {
    return this.transport.json({ method: 'PUT', path: '/mailboxes/{id}/vacation', params: { id }, body }, options);
  }
}

export class MailApi {
  readonly appPasswords: AppPasswordsResource;
  readonly avatars: AvatarsResource;
  readonly domains: DomainsResource;
  readonly orgDomains: OrgDomainsResource;
  readonly folders: FoldersResource;
  readonly filters: FiltersResource;
  readonly labelRules: LabelRulesResource;
  readonly labels: LabelsResource;
  readonly imports: ImportsResource;
  readonly mailboxEvents: MailboxEventsResource;
  readonly mailboxes: MailboxesResource;
  readonly mailboxQuota: MailboxQuotaResource;
  readonly mailboxSubscriptions: MailboxSubscriptionsResource;
  readonly messages: MessagesResource;
  readonly messageBatches: MessageBatchesResource;
  readonly messageChanges: MessageChangesResource;
  readonly messageLabels: MessageLabelsResource;
  readonly threads: ThreadsResource;
  readonly pgpKeys: PgpKeysResource;
  readonly contacts: ContactsResource;
  readonly drafts: DraftsResource;
  readonly identities: IdentitiesResource;
  readonly emails: EmailsResource;
  readonly mailboxSending: MailboxSendingResource;
  readonly signatures: SignaturesResource;
  readonly domainReports: DomainReportsResource;
  readonly organisations: OrganisationsResource;
  readonly accounts: AccountsResource;
  readonly grants: GrantsResource;
  readonly forwarding: ForwardingResource;
  readonly vacation: VacationResource;

  constructor(transport: Transport) {
    this.appPasswords = new AppPasswordsResource(transport);
    this.avatars = new AvatarsResource(transport);
    this.domains = new DomainsResource(transport);
    this.orgDomains = new OrgDomainsResource(transport);
    this.folders = new FoldersResource(transport);
    this.filters = new FiltersResource(transport);
    this.labelRules = new LabelRulesResource(transport);
    this.labels = new LabelsResource(transport);
    this.imports = new ImportsResource(transport);
    this.mailboxEvents = new MailboxEventsResource(transport);
    this.mailboxes = new MailboxesResource(transport);
    this.mailboxQuota = new MailboxQuotaResource(transport);
    this.mailboxSubscriptions = new MailboxSubscriptionsResource(transport);
    this.messages = new MessagesResource(transport);
    this.messageBatches = new MessageBatchesResource(transport);
    this.messageChanges = new MessageChangesResource(transport);
    this.messageLabels = new MessageLabelsResource(transport);
    this.threads = new ThreadsResource(transport);
    this.pgpKeys = new PgpKeysResource(transport);
    this.contacts = new ContactsResource(transport);
    this.drafts = new DraftsResource(transport);
    this.identities = new IdentitiesResource(transport);
    this.emails = new EmailsResource(transport);
    this.mailboxSending = new MailboxSendingResource(transport);
    this.signatures = new SignaturesResource(transport);
    this.domainReports = new DomainReportsResource(transport);
    this.organisations = new OrganisationsResource(transport);
    this.accounts = new AccountsResource(transport);
    this.grants = new GrantsResource(transport);
    this.forwarding = new ForwardingResource(transport);
    this.vacation = new VacationResource(transport);
  }
}
