import * as v from 'valibot';

/** Whether the user belongs to the platform team, and has entered a second factor. Apart from the other answers, because the command palette needs only this one. */
export const platformMemberSchema = v.object({ isMember: v.boolean() });
