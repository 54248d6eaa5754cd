import { LEAD_JOBS, type LeadJobs } from '#libs/sites/forms';
import { kindsOf } from '#libs/core/jobs';

/** The jobs of the runtime, which authoring runs as well: they have one outbox and one queue. */
export const JOB_KINDS = kindsOf<LeadJobs>(LEAD_JOBS);
