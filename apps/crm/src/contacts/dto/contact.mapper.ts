import { invalidContactField } from '../contact-problems.js';
import type { Stage } from '../contact-values.js';
import type { TypedContact } from '../typed-contact.js';
import type { CreateContactRequest, UpdateContactRequest } from './create-contact.request.js';
import { fromWireStage, WIRE_STAGES } from './wire-values.js';

/** Translates the fields of a request; absent ones stay absent. @throws Problem Unprocessable for a stage that does not exist */
export function toTypedContact(body: CreateContactRequest | UpdateContactRequest): TypedContact {
  return {
    email: body.email,
    phone: body.telefone,
    name: body.nome,
    stage: body.estagio === undefined ? undefined : toStage(body.estagio),
    ownerId: body.dono_id,
    tags: body.marcadores,
    jobTitle: body.cargo,
    companyId: body.empresa_id,
    country: body.pais,
    state: body.estado,
    city: body.cidade,
    timeZone: body.fuso,
    custom: body.campos,
  };
}

function toStage(name: string): Stage {
  const stage = fromWireStage(name);
  if (!stage) throw invalidContactField('estagio', `estagio deve ser um de ${WIRE_STAGES.join(', ')}.`);
  return stage;
}
