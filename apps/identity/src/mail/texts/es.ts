import { ROLES } from '../../browser-pages/texts/invitation.texts.js';
import type { MailTexts } from '../mail-texts.js';
import { canResend } from '../webhook-id.js';

const WAS_YOU = 'Si fue usted, no hay que hacer nada.';

export const ES: MailTexts = {
  locale: 'es',
  hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  somebody: 'Alguien',
  theirAccount: 'su equipo',
  yourAccount: 'Su cuenta',
  origin: (moment, ip) => (ip === null ? `el ${moment}` : `el ${moment}, desde la dirección IP ${ip}`),
  actions: {
    confirm: 'Confirmar la dirección',
    choosePassword: 'Elegir una nueva contraseña',
    notMe: 'No fui yo',
    account: 'Ver mi cuenta',
    undo: 'Deshacer el cambio',
    decide: 'Decidir',
    accept: 'Aceptar la invitación',
  },
  thisWasNotMe: 'No fui yo',
  mails: {
    verification: ({ to, expiresAt }, { greeting, moment, origin }) => ({
      subject: 'Confirme su correo electrónico',
      paragraphs: [greeting, `Confirme que ${to} es su dirección de correo electrónico.`],
      notes: [
        `El enlace funciona una vez, hasta el ${moment(expiresAt)}.`,
        `La cuenta se creó ${origin}.`,
        'Si no fue usted, no confirme. Avísenos, y la dirección vuelve a estar libre:',
      ],
    }),
    'password-reset': ({ expiresAt }, { greeting, moment }) => ({
      subject: 'Elija una nueva contraseña',
      paragraphs: [greeting, 'Alguien pidió una nueva contraseña para su cuenta.'],
      notes: [
        `El enlace funciona una vez, hasta el ${moment(expiresAt)}.`,
        'Si no fue usted, ignore este mensaje: su contraseña sigue igual.',
      ],
    }),
    'password-changed': (_mail, { greeting }) => ({
      subject: 'Su contraseña ha cambiado',
      paragraphs: [greeting, 'La contraseña de su cuenta cambió, y se cerró su sesión en los demás dispositivos.'],
      notes: [WAS_YOU],
    }),
    'address-added': ({ added }, { greeting }) => ({
      subject: 'Se añadió un correo electrónico a su cuenta',
      heading: 'Se añadió un correo electrónico',
      paragraphs: [greeting, `La dirección ${added} se añadió a su cuenta.`],
      notes: ['Si no fue usted, cambie su contraseña y quite la dirección.'],
    }),
    'address-changed': ({ current, expiresAt }, { greeting, moment }) => ({
      subject: 'El correo electrónico de su cuenta ha cambiado',
      heading: 'Su correo electrónico ha cambiado',
      paragraphs: [greeting, `A partir de ahora entra en su cuenta con ${current}.`],
      notes: [
        `Si fue usted, no hay que hacer nada. Si no, deshaga el cambio con el enlace. Funciona una vez, hasta el ${moment(expiresAt)}.`,
      ],
    }),
    'erasure-requested': ({ requestId }, { greeting, tenant }) => ({
      subject: 'Una solicitud para borrar un contacto espera su decisión',
      heading: 'Una solicitud para borrar un contacto espera',
      paragraphs: [
        greeting,
        `En el CRM de ${tenant} se registró una solicitud para borrar un contacto. No se borra nada hasta que un administrador la apruebe.`,
      ],
      notes: [
        `Es la solicitud ${requestId}, entre las que están pendientes en el CRM.`,
        `Recibe este mensaje como propietario o administrador de ${tenant}.`,
      ],
    }),
    'webhook-disabled': ({ webhookId, host, failingSince }, { greeting, tenant, moment }) => ({
      subject: `Un webhook de ${tenant} fue desactivado`,
      heading: 'Un webhook fue desactivado',
      paragraphs: [
        greeting,
        `El webhook ${webhookId} en ${host} no respondió a ninguna de sus entregas desde ${moment(failingSince)}, por lo que ${tenant} ya no le envía nada.`,
        'Cuando funcione, actívelo de nuevo.',
        canResend(webhookId) ? 'Después pida el reenvío de lo que perdió.' : 'Lo que perdió no se reenvía.',
      ],
      notes: [`Recibe este mensaje como propietario o administrador de ${tenant}.`],
    }),
    'tenant-deletion-requested': ({ dueAt }, { greeting, tenant, moment }) => ({
      subject: `${tenant} se eliminará`,
      paragraphs: [
        greeting,
        `Un propietario de ${tenant} la eliminó. Desde ahora no se envía nada, y nada se puede cambiar.`,
        `Hasta el ${moment(dueAt)} un propietario puede restaurarla. Después, todo lo que contiene desaparece para siempre.`,
      ],
      notes: ['Si no debe ser así, restáurela y cambie su contraseña.', 'Recibe este mensaje como propietario.'],
    }),
    'tenant-restored': (_mail, { greeting, tenant }) => ({
      subject: `${tenant} se ha restaurado`,
      paragraphs: [greeting, `${tenant} no se eliminará. Lo que esperaba para enviarse se envía ahora.`],
      notes: ['Recibe este mensaje como propietario.'],
    }),
    'tenant-deleted': (_mail, { greeting, tenant }) => ({
      subject: `${tenant} se ha eliminado`,
      paragraphs: [greeting, `${tenant} y todo lo que contiene se está eliminando ahora. No se puede restaurar.`],
      notes: ['Recibe este mensaje porque era propietario.'],
    }),
    'account-deletion-requested': ({ dueAt }, { greeting, moment }) => ({
      subject: 'Su cuenta se eliminará',
      paragraphs: [
        greeting,
        'Pidió que se elimine su cuenta, y se cerró su sesión en todas partes.',
        `Si entra antes del ${moment(dueAt)}, la conserva. Después desaparece para siempre.`,
      ],
      notes: ['Si no fue usted, elija una nueva contraseña y entre.'],
    }),
    'account-restored': (_mail, { greeting }) => ({
      subject: 'Conserva su cuenta',
      paragraphs: [greeting, 'Ha entrado de nuevo, así que su cuenta no se eliminará.'],
      notes: [WAS_YOU],
    }),
    'account-deleted': (_mail, { greeting }) => ({
      subject: 'Su cuenta se ha eliminado',
      paragraphs: [greeting, 'Su cuenta y lo que usaba para entrar ya no existen, como pidió.'],
      notes: ['Este es el último mensaje sobre ella.'],
    }),
    invitation: ({ to, role, expiresAt }, { greeting, inviter, tenant, moment }) => ({
      subject: `${inviter} le invita a ${tenant}`,
      heading: `Únase a ${tenant}`,
      paragraphs: [greeting, `${inviter} le invita a ${tenant} como ${ROLES.es[role]}.`],
      notes: [
        `La invitación es para ${to} y vale hasta el ${moment(expiresAt)}.`,
        'Si no sabe quién es, ignore este mensaje.',
      ],
    }),
  },
};
