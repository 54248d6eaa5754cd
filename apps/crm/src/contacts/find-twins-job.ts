/** The job that looks for contacts which may be the same person as some that are new or have changed. */
export const FIND_TWINS_JOB = 'contact.find-twins';

export interface FindTwins {
  contactIds: string[];
}
