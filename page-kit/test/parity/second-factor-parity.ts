import type { AuthMfa } from '@atrium/page-kit/contract/auth';
import { codeAt } from '../../src/fake-backend/auth/totp.ts';
import { newPerson, type ParityWorld, visitForEach } from './parity-world.ts';
import { failed, said } from './sign-in-parity.ts';

const ONE_MEANS = { currentLevel: 'aal1', nextLevel: 'aal1' };
const OWES_CODE = { currentLevel: 'aal1', nextLevel: 'aal2' };
const CODE_GIVEN = { currentLevel: 'aal2', nextLevel: 'aal2' };
const WRONG_CODE = 'Invalid TOTP code entered';
const GONE = 'Factor not found';

/** Enrols an authenticator app and gives its code, as a person does. */
async function setUpApp(mfa: AuthMfa, friendlyName: string): Promise<{ readonly factorId: string; readonly secret: string }> {
  const enrolment = await mfa.enroll({ type: 'totp', friendlyName });
  if (enrolment.type !== 'totp') throw new Error('An app was asked for');
  const { factorId, secret } = enrolment;
  const { challengeId } = await mfa.challenge(factorId);
  await mfa.verify({ factorId, challengeId, code: codeAt(secret, Date.now()) });
  return { factorId, secret };
}

/** The second factor of the page contract. */
export function describeSecondFactor(openWorld: () => ParityWorld): void {
  const here = visitForEach(openWorld);
  let person: ReturnType<typeof newPerson>;
  const auth = () => here.tab.auth.getAuth();

  beforeEach(async () => {
    person = newPerson();
    await auth().register(person);
  });

  it('begins with none', async () => {
    expect(await auth().mfa.factors()).toEqual([]);
    expect(await auth().mfa.assuranceLevel()).toEqual(ONE_MEANS);
    expect(auth().assurance).toEqual(ONE_MEANS);
  });

  it('gives an app what it needs, as a picture and as text', async () => {
    const enrolment = await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' });
    if (enrolment.type !== 'totp') throw new Error('An app was asked for');
    expect(enrolment.qrCode).toMatch(/^data:image\/svg\+xml;utf-8,%3C(svg|%3F)/);
    expect(enrolment.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await auth().mfa.factors()).toMatchObject([{ id: enrolment.factorId, type: 'totp', status: 'unverified', friendlyName: 'App', phone: null }]);
    expect(auth().assurance).toEqual(ONE_MEANS);
  });

  it('tells the number of a phone as it was given', async () => {
    const { factorId } = await auth().mfa.enroll({ type: 'phone', friendlyName: 'Mobile', phone: '+4915123456767' });
    expect(await auth().mfa.factors()).toMatchObject([{ id: factorId, type: 'phone', status: 'unverified', phone: '+4915123456767' }]);
  });

  it('raises the session with the right code, and takes no wrong one', async () => {
    const { factorId, secret } = { secret: '', ...(await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' })) };
    const { challengeId, expiresAt } = await auth().mfa.challenge(factorId);
    expect(expiresAt).toBeGreaterThan(Date.now() / 1000);
    const right = codeAt(secret, Date.now());
    const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0');
    expect(await auth().mfa.verify({ factorId, challengeId, code: wrong }).catch(said)).toEqual(failed('verify', 'mfa_verification_failed', 422, WRONG_CODE));
    expect(auth()).toMatchObject({ error: WRONG_CODE, loading: false, assurance: ONE_MEANS });
    await auth().mfa.verify({ factorId, challengeId, code: `${right.slice(0, 3)} ${right.slice(3)}` });
    expect(auth()).toMatchObject({ error: null, loading: false, assurance: CODE_GIVEN, isAuthenticated: true });
    expect(auth().session?.expires_at).toBeGreaterThan(Date.now() / 1000);
    expect(await auth().mfa.factors()).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect(await auth().mfa.assuranceLevel()).toEqual(CODE_GIVEN);
  });

  it('removes what was begun before and never verified', async () => {
    await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' });
    const { factorId } = await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' });
    expect((await auth().mfa.factors()).map(({ id }) => id)).toEqual([factorId]);
  });

  it('owes a code after the next log-in, and may change no password before', async () => {
    await setUpApp(auth().mfa, 'App');
    await auth().logout();
    await auth().login(person);
    expect(auth().assurance).toEqual(OWES_CODE);
    expect(await auth().updatePassword('another horse').catch(said)).toEqual(
      failed('updatePassword', 'insufficient_aal', 401, 'AAL2 session is required to update email or password when MFA is enabled.'),
    );
    expect(await auth().deleteAccount(person.password).catch(said)).toEqual(
      failed('deleteAccount', 'insufficient_aal', 403, 'Enter a code of your second factor first, then try again.'),
    );
    expect(await auth().mfa.enroll({ type: 'totp', friendlyName: 'Other' }).catch(said)).toEqual(
      failed('enroll', 'insufficient_aal', 403, 'AAL2 required to enroll a new factor'),
    );
  });

  it('knows the level in the next visit', async () => {
    await setUpApp(auth().mfa, 'App');
    const next = await here.world.openTab();
    await next.auth.getAuth().mfa.assuranceLevel();
    expect(next.auth.getAuth().assurance).toEqual(CODE_GIVEN);
  });

  it('is without one again after its removal', async () => {
    const { factorId } = await setUpApp(auth().mfa, 'App');
    await auth().mfa.unenroll(factorId);
    expect(await auth().mfa.factors()).toEqual([]);
    expect(auth().assurance).toEqual(ONE_MEANS);
    expect(auth().user?.factors ?? []).toEqual([]);
  });

  it('refuses a name that is taken, and factors that are gone', async () => {
    await setUpApp(auth().mfa, 'App');
    expect(await auth().mfa.enroll({ type: 'totp', friendlyName: 'App' }).catch(said)).toEqual(
      failed('enroll', 'mfa_factor_name_conflict', 422, 'A factor with the friendly name "App" for this user already exists'),
    );
    const nobodys = crypto.randomUUID();
    expect(await auth().mfa.challenge(nobodys).catch(said)).toEqual(failed('challenge', 'mfa_factor_not_found', 404, GONE));
    expect(await auth().mfa.unenroll(nobodys).catch(said)).toEqual(failed('unenroll', 'mfa_factor_not_found', 404, GONE));
  });

  it('takes one answer for each question', async () => {
    const { factorId, secret } = await setUpApp(auth().mfa, 'App');
    const { challengeId } = await auth().mfa.challenge(factorId);
    // The code of the next step, because each counts once. The one before could expire on its way.
    await auth().mfa.verify({ factorId, challengeId, code: codeAt(secret, Date.now() + 30_000) });
    expect(await auth().mfa.verify({ factorId, challengeId, code: codeAt(secret, Date.now() - 30_000) }).catch(said)).toEqual(
      failed('verify', 'mfa_ip_address_mismatch', 422, 'Challenge and verify IP addresses mismatch.'),
    );
  });
}
