# This client calls all four bindings with Tcl's http package and tDOM.
package require http
package require tdom

lassign $argv endpoint plan
# Tcl 8.6 has no characters outside the BMP, so UTF-8 is never decoded between the answer and the line.
fconfigure stdout -translation binary

set operations {SelectEventsRanged {from to} SelectEvent {intEventID bolAsJSON} SelectEvents {month year}}
set envelopes {soap11 http://schemas.xmlsoap.org/soap/envelope/ soap12 http://www.w3.org/2003/05/soap-envelope}

proc say {args} {
    puts [join [lmap field $args {string map [list \\ \\\\ \t \\t \n \\n \r \\r] $field}] \t]
}

# Returns the status and body of an answer.
proc ask {url args} {
    set token [http::geturl $url -binary 1 {*}$args]
    set answer [list [http::ncode $token] [http::data $token]]
    http::cleanup $token
    return $answer
}

proc byHttp {answer} {
    lassign $answer status body
    if {$status != 200} {return [list fault $status $body]}
    return [list result [[[dom parse $body] documentElement] text]]
}

proc bySoap {answer operation} {
    lassign $answer status body
    set document [dom parse $body]
    set textOf {name {upvar document document; $document selectNodes "string(//*\[local-name()='$name'\])"}}
    if {$status == 200} {return [list result [apply $textOf ${operation}Result]]}
    if {[$document selectNodes //faultcode] ne ""} {
        return [list fault [apply $textOf faultcode] [apply $textOf faultstring]]
    }
    return [list fault [apply $textOf Value] [apply $textOf Text]]
}

set namespace [[[dom parse [lindex [ask $endpoint?WSDL] 1]] documentElement] getAttribute targetNamespace]
set lines [open $plan]
while {[gets $lines line] >= 0} {
    lassign [split $line \t] id operation first second
    lassign [dict get $operations $operation] a b
    set form [http::formatQuery $a $first $b $second]
    say httpget $id {*}[byHttp [ask $endpoint/$operation?$form]]
    say httppost $id {*}[byHttp [ask $endpoint/$operation -query $form]]

    set action \"[string trimright $namespace /]/$operation\"
    set call "<$operation xmlns=\"$namespace\"><$a>$first</$a><$b>$second</$b></$operation>"
    foreach {binding type headers} [list \
        soap11 "text/xml; charset=utf-8" [list SOAPAction $action] \
        soap12 "application/soap+xml; charset=utf-8; action=$action" {}] {
        set body "<s:Envelope xmlns:s=\"[dict get $envelopes $binding]\"><s:Body>$call</s:Body></s:Envelope>"
        say $binding $id {*}[bySoap [ask $endpoint -type $type -headers $headers -query $body] $operation]
    }
}
