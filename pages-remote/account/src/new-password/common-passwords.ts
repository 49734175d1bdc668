/**
 * The commonest passwords of the lists that leaks are tried from, as far as they have eight characters. A project that
 * looks new passwords up among all leaked ones ("Prevent use of leaked passwords") refuses many more.
 */
const COMMON = new Set(
  [
    '00000000 11111111 11223344 12121212 12341234 12344321 12345678 123123123 123456789 1234567890 123456789a 1234qwer',
    '147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 66666666 77777777 87654321 88888888 987654321 99999999 aa123456',
    'aa12345678 abc12345 abcd1234 abcdefgh admin123 administrator asdf1234 asdfasdf asdfghjk asdfghjkl baseball changeme',
    'computer football hello123 iloveyou liverpool letmein1 microsoft p@ssw0rd p@ssword passw0rd password password! password1',
    'password12 password123 password1234 password123! passwort passwort1 princess q1w2e3r4 qazwsxedc qwer1234 qwerty12',
    'qwerty123 qwerty1234 qwertyui qwertyuiop qwertz123 qwertzui sunshine superman target123 test1234 trustno1 welcome1',
    'welcome123 whatever zaq12wsx zxcvbnm1 zxcvbnm123',
  ].flatMap((line) => line.split(' ')),
);

/** Whether attackers try a password among the first. Capital letters make no difference to them. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
