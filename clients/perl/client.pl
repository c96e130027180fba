# This client uses SOAP::Lite with the WSDL for both versions of SOAP, and LWP for GET and POST.
use strict;
use warnings;
use utf8;
use HTTP::Request::Common qw(GET POST);
use LWP::UserAgent;
use SOAP::Lite;
use XML::Parser;

my ($endpoint, $plan) = @ARGV;
binmode STDOUT, ':encoding(UTF-8)';

my %operations = (
    SelectEventsRanged => [[from => 'long'], [to => 'long']],
    SelectEvent => [[intEventID => 'int'], [bolAsJSON => 'boolean']],
    SelectEvents => [[month => 'int'], [year => 'int']],
);
my %escapes = ("\\" => '\\\\', "\t" => '\t', "\n" => '\n', "\r" => '\r');

sub say_line { print join("\t", map { s/([\\\t\n\r])/$escapes{$1}/gr } @_), "\n" }

my $agent = LWP::UserAgent->new;
my $wsdl = $agent->get("$endpoint?WSDL")->decoded_content;
my ($namespace) = $wsdl =~ /targetNamespace="([^"]*)"/;

sub soap_client {
    my ($version) = @_;
    return SOAP::Lite->soapversion($version)->proxy($endpoint)->default_ns($namespace)
        # By default SOAP::Lite joins namespace and operation with "#".
        ->on_action(sub { '"' . $_[0] =~ s{/$}{}r . "/$_[1]\"" });
}

sub by_soap {
    my ($client, $operation, @values) = @_;
    my @parts = map { SOAP::Data->name($_->[0])->value(shift @values)->type($_->[1]) } @{$operations{$operation}};
    my $answer = $client->call($operation => @parts);
    return ('result', $answer->result) unless $answer->fault;
    # SOAP::Lite's faultcode and faultstring know only the elements of SOAP 1.1.
    return ('fault', $answer->faultcode // $answer->valueof('//Code/Value'), $answer->faultstring // $answer->valueof('//Reason/Text'));
}

sub by_http {
    my $answer = $agent->request(@_);
    return ('fault', $answer->code, $answer->decoded_content) unless $answer->is_success;
    my $text = '';
    XML::Parser->new(Handlers => {Char => sub { $text .= $_[1] }})->parse($answer->content);
    return ('result', $text);
}

open my $lines, '<', $plan or die $!;
my @calls = map { chomp; [split /\t/] } <$lines>;
for my $binding (['soap11', '1.1'], ['soap12', '1.2']) {
    # SOAP::Lite sets the version of SOAP for the whole process.
    my $client = soap_client($binding->[1]);
    for my $call (@calls) {
        my ($case, @rest) = @$call;
        say_line($binding->[0], $case, by_soap($client, @rest));
    }
}
for my $call (@calls) {
    my ($case, $operation, @values) = @$call;
    my @form = map { $_->[0] => shift @values } @{$operations{$operation}};
    my $uri = URI->new("$endpoint/$operation");
    say_line('httppost', $case, by_http(POST $uri, \@form));
    $uri->query_form(@form);
    say_line('httpget', $case, by_http(GET $uri));
}
