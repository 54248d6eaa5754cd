import { APP_EVENT_JOB } from '#libs/app-events';
import { type Jobs, kindsOf } from '#libs/jobs';
import { CLEAR_FIELD_JOB, type ClearField } from './custom-fields/custom-field-jobs.js';

/** The jobs of the CRM: kind → payload. */
interface CrmJobs {
  [CLEAR_FIELD_JOB]: ClearField;
}

declare module '#libs/jobs' {
  interface Jobs extends CrmJobs {}
}

export const JOB_KINDS = kindsOf<CrmJobs & Pick<Jobs, typeof APP_EVENT_JOB>>({
  [APP_EVENT_JOB]: true,
  [CLEAR_FIELD_JOB]: true,
});
