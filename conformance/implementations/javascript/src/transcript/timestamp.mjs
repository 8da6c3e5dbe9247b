import { refuse } from '../refusal.mjs';

const TIME =
  /^(\d{4})-((?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** The instant that stands for no time. */
export const NO_TIME = '0001-01-01T00:00:00Z';

/**
 * Implements entry.timestamp.form and entry.timestamp.date.
 *
 * @param {string} text
 * @returns {RegExpExecArray} the parts of the time
 */
export function checkTime(text) {
  const parts = TIME.exec(text) ?? refuse('entry.timestamp.form');
  const year = Number(parts[1]);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (parts[2] === '02-29' && !leap) refuse('entry.timestamp.date');
  return parts;
}

/**
 * Judges the time of an entry. Implements entry.timestamp.zero too.
 *
 * @param {string} text
 */
export function checkEntryTime(text) {
  const [, year, day, hour, minute, second, fraction = '', sign, hours = '0', minutes = '0'] = checkTime(text);
  const days = { '0001-01-01': 0, '0000-12-31': -1 }[`${year}-${day}`];
  if (days === undefined || second !== '00' || /[1-9]/.test(fraction)) return;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  if (days * 1440 + Number(hour) * 60 + Number(minute) === offset) refuse('entry.timestamp.zero');
}
