/** Request that a person makes by a text of one word. */
export type SmsKeyword = 'stop' | 'start' | 'help';

/** In capitals, without accents. */
const WORDS: Record<SmsKeyword, string> = {
  stop:
    'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE PARAR PARE SAIR CANCELAR ALTO BAJA ARRET DESABONNER STOPP ' +
    'ABMELDEN',
  start:
    'START UNSTOP RESUME OPTIN SUBSCRIBE INICIAR COMECAR RECOMECAR VOLTAR RETOMAR CONTINUAR REATIVAR INSCREVER ALTA COMENZAR ' +
    'EMPEZAR REANUDAR SUSCRIBIR DEMARRER COMMENCER REPRENDRE ABONNER REABONNER DEBUT ANMELDEN STARTEN WEITER',
  help: 'HELP INFO AIDE AYUDA AJUDA HILFE',
};

const KEYWORDS = new Map(
  (Object.keys(WORDS) as SmsKeyword[]).flatMap((keyword) =>
    WORDS[keyword].split(' ').map((word) => [word, keyword] as const),
  ),
);

/** The languages in which HELP is answered. */
export type HelpLanguage = 'en' | 'es' | 'pt' | 'fr' | 'de';

const LANGUAGE_OF: Readonly<Record<string, HelpLanguage>> = { AYUDA: 'es', AJUDA: 'pt', AIDE: 'fr', HILFE: 'de' };

/** The longest text that is read; a keyword with spaces and marks around it is shorter. */
const MAX_LENGTH = 40;

/**
 * The keyword that a text consists of; undefined for any other text. Case, accents, spaces and punctuation do not
 * count: `Arrêt !` is ARRET, `Stop all` is STOPALL. A longer text with the word in it is no keyword.
 */
export function smsKeyword(body: string): SmsKeyword | undefined {
  return body.length > MAX_LENGTH ? undefined : KEYWORDS.get(wordOf(body));
}

/** The language of the word that asked for help; English for any other text. */
export function helpLanguage(body: string): HelpLanguage {
  return (body.length > MAX_LENGTH ? undefined : LANGUAGE_OF[wordOf(body)]) ?? 'en';
}

function wordOf(body: string): string {
  return body
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}
