import { invalidContactField } from '../contact-problems.js';
import type { Stage } from '../contact-values.js';
import type { TypedContact } from '../contacts.service.js';
import type { CreateContactRequest } from './create-contact.request.js';
import { fromWireStage, WIRE_STAGES } from './wire-values.js';

/** @throws Problem Unprocessable for a stage that does not exist */
export function toTypedContact(body: CreateContactRequest): TypedContact {
  return {
    email: body.email ?? undefined,
    phone: body.telefone ?? undefined,
    name: body.nome ?? null,
    stage: body.estagio === undefined ? 'new' : toStage(body.estagio),
    ownerId: body.dono_id ?? null,
    tags: body.marcadores ?? [],
    jobTitle: body.cargo ?? null,
    companyId: body.empresa_id ?? null,
    country: body.pais ?? null,
    state: body.estado ?? null,
    city: body.cidade ?? null,
    timeZone: body.fuso ?? null,
  };
}

function toStage(name: string): Stage {
  const stage = fromWireStage(name);
  if (!stage) throw invalidContactField('estagio', `estagio deve ser um de ${WIRE_STAGES.join(', ')}.`);
  return stage;
}
