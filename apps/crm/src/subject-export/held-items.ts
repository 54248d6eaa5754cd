import type { DataKey } from '#libs/core/secrets';
import type { SubjectItem } from '#libs/privacy/data-rights';
import { ActivityObject } from '../activities/activity.dto.js';
import { ConsentChangeObject } from '../contact-consent/consent.dto.js';
import type { ConsentChange } from '../consent/consent-change.entity.js';
import { openEvidence } from '../consent/consents.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { Contact } from '../contacts/contact.entity.js';
import { toWireDeliveryState } from '../destinations/dto/destination.objects.js';
import { ContactObject } from '../contacts/dto/contact.object.js';
import { toWireStage } from '../contacts/dto/wire-values.js';
import { DELETE_REASON } from '../contacts/lifecycle/removal.service.js';
import { ErasureRequestObject } from '../erasure-requests/erasure-request.dto.js';
import type { ErasureRequest } from '../erasure-requests/erasure-request.entity.js';
import { toErasureRecord } from '../erasure-requests/erasure-requests.service.js';
import type { MergeSuggestion } from '../duplicates/merge-suggestion.entity.js';
import type { ContactImportChange } from '../imports/undo/contact-import-change.entity.js';
import { openPrevious } from '../imports/undo/import-previous.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { LeadReceipt } from '../leads/lead-receipt.entity.js';
import type { ContactMerge } from '../contacts/contact-merge.entity.js';
import type { ContactEventDay } from '../event-days/contact-event-day.entity.js';
import { ENROLLMENT_OUTCOMES } from '../journeys/figures/wire-outcomes.js';
import { MergeObject } from '../merging/merge.dto.js';
import type { Activity } from '../timeline/activity.entity.js';
import { toTimelineEntry } from '../timeline/timeline.js';
import type { HeldCompany, HeldDelivery, HeldEnrollment, HeldSegment } from './held-data.service.js';

export function contactItem(record: ContactRecord): SubjectItem {
  const { contact, key } = record;
  const deleted = contact.deletedAt && {
    apagado_em: contact.deletedAt,
    motivo: key && contact.deleteReason ? key.open(DELETE_REASON, contact.deleteReason) : null,
  };
  return item('contato', contact.createdAt, { ...ContactObject.of(record), ...deleted });
}

export function companyItem({ company, role, since }: HeldCompany): SubjectItem {
  const vinculo = since ? 'secundario' : 'principal';
  return item('empresa', since, { empresa_id: company.id, nome: company.name, vinculo, papel: role });
}

export function requestItem(cipher: TenantCipher, request: ErasureRequest, contact: Contact): SubjectItem {
  const record = toErasureRecord(cipher, request, contact);
  return item('pedido_exclusao', request.createdAt, { ...ErasureRequestObject.of(record) });
}

export function consentItem(change: ConsentChange, key: DataKey | null): SubjectItem {
  const evidence = openEvidence(change.sealed, key);
  return item('consentimento', change.createdAt, { ...ConsentChangeObject.of({ change, evidence }) });
}

export function importItem(change: ContactImportChange, key: DataKey | null): SubjectItem {
  const previous = change.previous && key ? openPrevious(key, change.previous).fields : null;
  return item('importacao', change.changedAt, {
    importacao_id: change.importId,
    linha: change.rowNumber,
    criado: change.isNew,
    antes: previous && {
      nome: previous.name,
      estagio: toWireStage(previous.stage),
      dono_id: previous.ownerId,
      marcadores: previous.tags,
      cargo: previous.jobTitle,
      empresa_id: previous.companyId,
      pais: previous.country,
      estado: previous.state,
      cidade: previous.city,
      fuso: previous.timeZone,
      campos: previous.custom,
    },
  });
}

export function suggestionItem(suggestion: MergeSuggestion, contactId: string): SubjectItem {
  return item('sugestao_mescla', suggestion.createdAt, {
    id: suggestion.id,
    outro_id: suggestion.contactId === contactId ? suggestion.otherId : suggestion.contactId,
    pontuacao: suggestion.score,
    motivos: suggestion.reasons,
    status: suggestion.status,
  });
}

/** The other of the two contacts has data of its own until the merge cannot be undone any more. */
export function mergeItem(merge: ContactMerge): SubjectItem {
  return item('mesclagem', merge.createdAt, { ...MergeObject.of(merge) });
}

export function leadItem(lead: LeadReceipt): SubjectItem {
  return item('lead', lead.createdAt, {
    lead_id: lead.leadId,
    criou_contato: lead.madeContact,
    email_status: lead.emailStatus,
    confirmado_em: lead.confirmedAt,
    retirado_em: lead.retractedAt,
  });
}

/** Tells where data of the person went. What was sent is not kept for longer than the delivery is shown. */
export function deliveryItem({ delivery, destination }: HeldDelivery): SubjectItem {
  return item('entrega', delivery.createdAt, {
    id: delivery.id,
    destino: destination,
    evento: delivery.eventType,
    estado: toWireDeliveryState(delivery.status),
    tentativas: delivery.attempts,
    ultima_tentativa_em: delivery.lastAttemptAt,
  });
}

export function segmentItem({ segmentId, name, since }: HeldSegment): SubjectItem {
  return item('segmento', since, { segmento_id: segmentId, nome: name });
}

export function journeyItem({ enrollment, journey }: HeldEnrollment): SubjectItem {
  return item('jornada', enrollment.enteredAt, {
    jornada_id: enrollment.journeyId,
    jornada: journey,
    saiu_em: enrollment.endedAt,
    desfecho: enrollment.outcome && ENROLLMENT_OUTCOMES[enrollment.outcome],
  });
}

export function eventDayItem({ name, day, n }: ContactEventDay): SubjectItem {
  return item('eventos', new Date(day), { nome: name, dia: day, vezes: n });
}

export function activityItem(activity: Activity, key: DataKey | null): SubjectItem {
  return item('atividade', activity.createdAt, { ...ActivityObject.of(toTimelineEntry(activity, key)) });
}

const item = (kind: string, at: Date | null, fields: Record<string, unknown>): SubjectItem => ({
  kind,
  at: at?.toISOString() ?? null,
  fields,
});
