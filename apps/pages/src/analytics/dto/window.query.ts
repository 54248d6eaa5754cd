import { ArgsType } from '@nestjs/graphql';
import { type Problem, QueryMoment, QueryText, QueryTimeZone, refusal } from '#libs/core/http';
import { InvalidWindow, TrafficWindow, type WindowLimits } from '#libs/sites/traffic';

/** Limits of the reports of traffic. */
export const REPORT_WINDOW: WindowLimits = { defaultDays: 7, maxDays: 92 };
/** Limits of the report of a form. */
export const FORM_WINDOW: WindowLimits = { defaultDays: 30, maxDays: 400 };

/** The window of a report. */
@ArgsType()
export class WindowQuery {
  @QueryMoment({ description: 'Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).' })
  de?: string;

  @QueryMoment({ description: 'Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.' })
  ate?: string;

  @QueryTimeZone({ default: 'UTC', description: 'Fuso horário dos dias, pelo nome da IANA.' })
  fuso: string;
}

/** The window of a report of one page or of all. */
@ArgsType()
export class PageWindowQuery extends WindowQuery {
  @QueryText({ max: 80, description: 'Id ou slug de uma página, ou id de um pixel; todas quando ausente.' })
  pagina?: string;
}

/** @throws Problem Unprocessable if the window is not valid */
export function toWindow({ de, ate, fuso }: WindowQuery, limits: WindowLimits = REPORT_WINDOW): TrafficWindow {
  try {
    return TrafficWindow.of({ from: de, until: ate, zone: fuso }, new Date(), limits);
  } catch (error) {
    throw error instanceof InvalidWindow ? invalidWindow(error, limits) : error;
  }
}

function invalidWindow({ reason }: InvalidWindow, { maxDays }: WindowLimits): Problem {
  return reason === 'order'
    ? refusal('Unprocessable', { erro: 'de deve vir antes de ate.', campo: 'de' })
    : refusal('Unprocessable', { erro: `O período pode ter no máximo ${maxDays} dias.`, campo: 'ate' });
}
