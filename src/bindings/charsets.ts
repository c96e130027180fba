/**
 * Lists the encodings that .NET's Encoding.GetEncoding knows. Each has its name in iconv-lite, and all its .NET names
 * in lower case (contract 2.8, 5.3). iconv-lite alone would also accept names that .NET rejects, such as `win1252` and
 * `ISO8859_1`. iconv-lite lacks EBCDIC and a few other encodings of .NET, so these are missing here
 * (docs/compatibility.md).
 */
export const CHARSETS: readonly (readonly [encoding: string, names: string])[] = [
  [
    'us-ascii',
    'ansi_x3.4-1968, ansi_x3.4-1986, ascii, cp367, csascii, ibm367, iso-ir-6, iso646-us, ' +
      'iso_646.irv:1991, us, us-ascii',
  ],
  [
    'iso-8859-1',
    'cp819, csisolatin1, ibm819, iso-8859-1, iso-ir-100, iso8859-1, iso_8859-1, iso_8859-1:1987, l1, ' +
      'latin1',
  ],
  ['utf-8', 'unicode-1-1-utf-8, unicode-2-0-utf-8, utf-8, x-unicode-1-1-utf-8, x-unicode-2-0-utf-8'],
  ['utf-16le', 'iso-10646-ucs-2, ucs-2, unicode, utf-16, utf-16le'],
  ['utf-16be', 'unicodefffe, utf-16be'],
  ['utf-32le', 'utf-32, utf-32le'],
  ['utf-32be', 'utf-32be'],
  [
    'utf-7',
    'csunicode11utf7, unicode-1-1-utf-7, unicode-2-0-utf-7, utf-7, x-unicode-1-1-utf-7, ' +
      'x-unicode-2-0-utf-7',
  ],
  ['iso-8859-2', 'csisolatin2, iso-8859-2, iso-ir-101, iso8859-2, iso_8859-2, iso_8859-2:1987, l2, latin2'],
  ['iso-8859-3', 'csisolatin3, iso-8859-3, iso-ir-109, iso_8859-3, iso_8859-3:1988, l3, latin3'],
  ['iso-8859-4', 'csisolatin4, iso-8859-4, iso-ir-110, iso_8859-4, iso_8859-4:1988, l4, latin4'],
  ['iso-8859-5', 'csisolatincyrillic, cyrillic, iso-8859-5, iso-ir-144, iso_8859-5, iso_8859-5:1988'],
  ['asmo-708', 'asmo-708'],
  ['iso-8859-6', 'arabic, csisolatinarabic, ecma-114, iso-8859-6, iso-ir-127, iso_8859-6, iso_8859-6:1987'],
  [
    'iso-8859-7',
    'csisolatingreek, ecma-118, elot_928, greek, greek8, iso-8859-7, iso-ir-126, iso_8859-7, ' +
      'iso_8859-7:1987',
  ],
  [
    'iso-8859-8',
    'csisolatinhebrew, hebrew, iso-8859-8, iso-8859-8 visual, iso-8859-8-i, iso-ir-138, iso_8859-8, ' +
      'iso_8859-8:1988, logical, visual',
  ],
  ['iso-8859-9', 'csisolatin5, iso-8859-9, iso-ir-148, iso_8859-9, iso_8859-9:1989, l5, latin5'],
  ['iso-8859-13', 'iso-8859-13'],
  ['iso-8859-15', 'csisolatin9, iso-8859-15, iso_8859-15, l9, latin9'],
  ['windows-1250', 'windows-1250, x-cp1250'],
  ['windows-1251', 'windows-1251, x-cp1251'],
  ['windows-1252', 'windows-1252, x-ansi'],
  ['windows-1253', 'windows-1253'],
  ['windows-1254', 'windows-1254'],
  ['windows-1255', 'windows-1255'],
  ['windows-1256', 'cp1256, windows-1256'],
  ['windows-1257', 'windows-1257'],
  ['windows-1258', 'windows-1258'],
  ['windows-874', 'dos-874, iso-8859-11, tis-620, windows-874'],
  ['cp437', '437, cp437, cspc8codepage437, ibm437'],
  ['cp720', 'dos-720'],
  ['cp737', 'ibm737'],
  ['cp775', 'ibm775'],
  ['cp850', 'cp850, ibm850'],
  ['cp852', 'cp852, ibm852'],
  ['cp855', 'cp855, ibm855'],
  ['cp857', 'cp857, ibm857'],
  ['cp858', 'ccsid00858, cp00858, cp858, ibm00858, pc-multilingual-850+euro'],
  ['cp860', 'cp860, ibm860'],
  ['cp861', 'cp861, ibm861'],
  ['cp862', 'cp862, dos-862, ibm862'],
  ['cp863', 'cp863, ibm863'],
  ['cp864', 'cp864, ibm864'],
  ['cp865', 'cp865, ibm865'],
  ['cp866', 'cp866, ibm866'],
  ['cp869', 'cp869, ibm869'],
  ['koi8-r', 'cskoi8r, koi, koi8, koi8-r, koi8r'],
  ['koi8-ru', 'koi8-ru, koi8-u'],
  ['cp950', 'big5, big5-hkscs, cn-big5, csbig5, x-x-big5'],
  [
    'gbk',
    'chinese, cn-gb, cp50227, csgb2312, csgb231280, csiso58gb231280, euc-cn, gb2312, gb2312-80, ' +
      'gb231280, gb_2312-80, gbk, iso-ir-58, x-cp50227, x-euc-cn',
  ],
  ['gb18030', 'gb18030'],
  ['shift_jis', 'csshiftjis, cswindows31j, ms_kanji, shift-jis, shift_jis, sjis, x-ms-cp932, x-sjis'],
  [
    'euc-jp',
    'cseucpkdfmtjapanese, euc-jp, extended_unix_code_packed_format_for_japanese, iso-2022-jpeuc, ' +
      'x-euc, x-euc-jp',
  ],
  [
    'cp949',
    'csksc56011987, iso-ir-149, korean, ks-c-5601, ks-c5601, ks_c_5601, ks_c_5601-1987, ' +
      'ks_c_5601-1989, ks_c_5601_1987, ksc5601, ksc_5601',
  ],
  ['euc-kr', 'cseuckr, euc-kr, iso-2022-kr-8, iso-2022-kr-8bit'],
  ['macintosh', 'macintosh'],
  ['maccenteuro', 'x-mac-ce'],
  ['maccroatian', 'x-mac-croatian'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['macgreek', 'x-mac-greek'],
  ['maciceland', 'x-mac-icelandic'],
  ['macromania', 'x-mac-romanian'],
  ['macthai', 'x-mac-thai'],
  ['macturkish', 'x-mac-turkish'],
  ['macukraine', 'x-mac-ukrainian'],
];
