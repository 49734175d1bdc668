/** All that arrives with supabase-js, in one chunk: nobody needs it before there is a session. */
export { LogInAgain } from '../log-in-again/log-in-again.tsx';
export { connect } from './connection.ts';
