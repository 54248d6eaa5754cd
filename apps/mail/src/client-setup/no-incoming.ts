/** Texts for mail programs that look for a server to read mail from. */
export const NO_INCOMING = {
  en: 'There is no IMAP and no POP server: mail is read in the webmail. Mail programs can send.',
  pt: 'Não há servidor IMAP nem POP: as mensagens são lidas no webmail. Programas de e-mail podem enviar.',
  es: 'No hay servidor IMAP ni POP: los mensajes se leen en el webmail. Los programas de correo pueden enviar.',
};
