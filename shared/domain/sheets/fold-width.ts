/**
 * Converts full-width letters, digits and signs and the digits of Arabic and Persian to ASCII, and every hyphen to `-`:
 * `１：１００` and `١:١٠٠` → `1:100`.
 */
export const foldWidth = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : text
        .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
        .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
        .replace(/[\u2010\u2011\u2012\u2212\ufe63]/g, '-')
        .replace(/\u2044/g, '/')
        .replace(/\u3000/g, ' ');
