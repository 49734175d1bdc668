import type { AuthMfa } from '../../src/contract/auth.ts';
import { codeAt } from '../../src/fake-backend/auth/totp.ts';
import { newUser, type BackendWorld, visitForEach } from './world.ts';
import { failed, fieldsOf } from './sign-in-contract.ts';

const AAL1 = { currentLevel: 'aal1', nextLevel: 'aal1' };
const OWES_CODE = { currentLevel: 'aal1', nextLevel: 'aal2' };
const CODE_GIVEN = { currentLevel: 'aal2', nextLevel: 'aal2' };
const WRONG_CODE = 'Invalid TOTP code entered';
const GONE = 'Factor not found';

/** Enrols an authenticator app and enters its code. */
async function setUpApp(mfa: AuthMfa, friendlyName: string): Promise<{ readonly factorId: string; readonly secret: string }> {
  const enrolment = await mfa.enroll({ type: 'totp', friendlyName });
  if (enrolment.type !== 'totp') throw new Error('Expected an authenticator app');
  const { factorId, secret } = enrolment;
  const { challengeId } = await mfa.challenge(factorId);
  await mfa.verify({ factorId, challengeId, code: codeAt(secret, Date.now()) });
  return { factorId, secret };
}

/** The calls behind the actions of the second factor. */
export function describeSecondFactor(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);
  let person: ReturnType<typeof newUser>;
  const auth = () => here.tab.auth.getAuth();

  beforeEach(async () => {
    person = newUser();
    await auth().register(person);
  });

  it('a new account has no factor', async () => {
    expect(await auth().mfa.factors()).toEqual([]);
    expect(await auth().mfa.assuranceLevel()).toEqual(AAL1);
    expect(auth().assurance).toEqual(AAL1);
  });

  it('enrolling an app returns a QR code and its secret', async () => {
    const enrolment = await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' });
    if (enrolment.type !== 'totp') throw new Error('Expected an authenticator app');
    expect(enrolment.qrCode).toMatch(/^data:image\/svg\+xml;utf-8,%3C(svg|%3F)/);
    expect(enrolment.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await auth().mfa.factors()).toMatchObject([{ id: enrolment.factorId, type: 'totp', status: 'unverified', friendlyName: 'App', phone: null }]);
    expect(auth().assurance).toEqual(AAL1);
  });

  it('renames a factor, but not to the name of another one', async () => {
    const { factorId } = await setUpApp(auth().mfa, 'App');
    await auth().mfa.enroll({ type: 'phone', friendlyName: 'Mobile', phone: '+4915123456767' });
    await auth().mfa.rename(factorId, ' Work phone ');
    expect(await auth().mfa.factors()).toMatchObject([{ friendlyName: 'Work phone' }, { friendlyName: 'Mobile' }]);
    expect(await auth().mfa.rename(factorId, 'Mobile').catch(fieldsOf)).toMatchObject({ action: 'renameFactor', code: 'mfa_factor_name_conflict', status: 409 });
    expect(await auth().mfa.rename(crypto.randomUUID(), 'Gone').catch(fieldsOf)).toMatchObject({ code: 'mfa_factor_not_found' });
  });

  it('returns a phone number as it was entered', async () => {
    const { factorId } = await auth().mfa.enroll({ type: 'phone', friendlyName: 'Mobile', phone: '+4915123456767' });
    expect(await auth().mfa.factors()).toMatchObject([{ id: factorId, type: 'phone', status: 'unverified', phone: '+4915123456767' }]);
  });

  it('the right code raises the session to aal2, a wrong one does not', async () => {
    const { factorId, secret } = { secret: '', ...(await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' })) };
    const { challengeId, expiresAt } = await auth().mfa.challenge(factorId);
    expect(expiresAt).toBeGreaterThan(Date.now() / 1000);
    const right = codeAt(secret, Date.now());
    const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0');
    expect(await auth().mfa.verify({ factorId, challengeId, code: wrong }).catch(fieldsOf)).toEqual(failed('verify', 'mfa_verification_failed', 422, WRONG_CODE));
    expect(auth()).toMatchObject({ error: WRONG_CODE, loading: false, assurance: AAL1 });
    await auth().mfa.verify({ factorId, challengeId, code: `${right.slice(0, 3)} ${right.slice(3)}` });
    expect(auth()).toMatchObject({ error: null, loading: false, assurance: CODE_GIVEN, isAuthenticated: true });
    expect(auth().session?.expires_at).toBeGreaterThan(Date.now() / 1000);
    expect(await auth().mfa.factors()).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect(await auth().mfa.assuranceLevel()).toEqual(CODE_GIVEN);
  });

  it('enrolling removes factors that were never verified', async () => {
    await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' });
    const { factorId } = await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' });
    expect((await auth().mfa.factors()).map(({ id }) => id)).toEqual([factorId]);
  });

  it('a new log-in cannot change the account until it has entered a code', async () => {
    await setUpApp(auth().mfa, 'App');
    await auth().logout();
    await auth().login(person);
    expect(auth().assurance).toEqual(OWES_CODE);
    expect(await auth().updatePassword('another horse').catch(fieldsOf)).toEqual(
      failed('updatePassword', 'insufficient_aal', 401, 'AAL2 session is required to update email or password when MFA is enabled.'),
    );
    expect(await auth().deleteAccount(person.password).catch(fieldsOf)).toEqual(
      failed('deleteAccount', 'insufficient_aal', 403, 'Enter a two-step verification code first, then try again.'),
    );
    expect(await auth().mfa.enroll({ type: 'totp', friendlyName: 'Other' }).catch(fieldsOf)).toEqual(
      failed('enroll', 'insufficient_aal', 403, 'AAL2 required to enroll a new factor'),
    );
  });

  it('the next visit keeps the level', async () => {
    await setUpApp(auth().mfa, 'App');
    const next = await here.world.openTab();
    await next.auth.getAuth().mfa.assuranceLevel();
    expect(next.auth.getAuth().assurance).toEqual(CODE_GIVEN);
  });

  it('removing the factor lowers the levels', async () => {
    const { factorId } = await setUpApp(auth().mfa, 'App');
    await auth().mfa.unenroll(factorId);
    expect(await auth().mfa.factors()).toEqual([]);
    expect(auth().assurance).toEqual(AAL1);
    expect(auth().user?.factors ?? []).toEqual([]);
  });

  it('refuses a taken name, and factors that do not exist', async () => {
    await setUpApp(auth().mfa, 'App');
    expect(await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' }).catch(fieldsOf)).toEqual(
      failed('enroll', 'mfa_factor_name_conflict', 422, 'A factor with the friendly name "App" for this user already exists'),
    );
    const unknown = crypto.randomUUID();
    expect(await auth().mfa.challenge(unknown).catch(fieldsOf)).toEqual(failed('challenge', 'mfa_factor_not_found', 404, GONE));
    expect(await auth().mfa.unenroll(unknown).catch(fieldsOf)).toEqual(failed('unenroll', 'mfa_factor_not_found', 404, GONE));
  });

  it('accepts one answer for each challenge', async () => {
    const { factorId, secret } = await setUpApp(auth().mfa, 'App');
    const { challengeId } = await auth().mfa.challenge(factorId);
    // The code of the next step, because each counts once. The one before could expire on its way.
    await auth().mfa.verify({ factorId, challengeId, code: codeAt(secret, Date.now() + 30_000) });
    expect(await auth().mfa.verify({ factorId, challengeId, code: codeAt(secret, Date.now() - 30_000) }).catch(fieldsOf)).toEqual(
      failed('verify', 'mfa_ip_address_mismatch', 422, 'Challenge and verify IP addresses mismatch.'),
    );
  });
}
