/// What the options of curl are called, and which of them take a value.
enum CurlOptions {
  /// The long name of a short option that a request hangs on.
  static let longNames: [Character: String] = [
    "H": "header", "d": "data", "X": "request", "E": "cert", "K": "config", "G": "get", "I": "head",
    "T": "upload-file", "F": "form", "u": "user", "0": "http1.0", ":": "next",
  ]

  /// Short options that take a value.
  static let shortWithValue: Set<Character> = Set("AbCcDdeEFHKmoPQrtTuUwxXyYz")

  /// Long options that take a value.
  static let longWithValue: Set<String> = Set(
    """
    abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout \
    connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary \
    data-raw data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url \
    dump-header ech egd-file engine etag-compare etag-save expect100-timeout form form-string ftp-account \
    ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms \
    haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json keepalive-cnt \
    keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from \
    mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir \
    parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert \
    proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key \
    proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers \
    proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range \
    rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid \
    service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit \
    speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword \
    tlsuser trace trace-ascii trace-config unix-socket upload-file upload-flags url url-query user \
    user-agent variable vlan-priority write-out
    """.split(separator: " ").map { String($0) })

  /// Options that put text into the body.
  static let bodies: Set<String> = [
    "data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json",
  ]

  /// The whole name of a long option: without `expand-`, and of a beginning that only one name has.
  static func longName(_ written: String) -> String {
    let name = written.hasPrefix("expand-") ? String(written.dropFirst("expand-".count)) : written
    if longWithValue.contains(name) || name.utf8.count < 4 { return name }
    let candidates = longWithValue.filter { $0.hasPrefix(name) }
    return candidates.count == 1 ? candidates.first ?? name : name
  }
}
