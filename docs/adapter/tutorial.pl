# The adapter that tutorial.md writes, as it stands at the end: an engine for a few rule sets of long nardy, over the
# adapter protocol. It needs Perl alone: nardy run --variant nard-online -- perl tutorial.pl
use strict;
use warnings;
use JSON::PP;
use List::Util qw(any none uniq);

$| = 1;    # flush after every line
my $json = JSON::PP->new->utf8->canonical;

# What this engine plays. The axes that are not here do not change its answers.
my %PLAYS = (
    'board.direction'       => ['same'],
    'board.contact'         => ['closed'],
    'head.limit'            => ['one'],
    'head.exception.rolls'  => ['3-4-6'],
    'head.exception.turn'   => ['first'],
    'head.exception.player' => ['each'],
    'head.exception.when'   => [ 'always', 'blocked' ],
    'head.exception.use'    => ['as-dice-require'],
    'dice.usage'            => ['most'],
    'dice.single'           => ['higher'],
    'dice.doubles'          => ['four'],
    'block.six'             => ['unless-ahead'],
    'block.tested'          => ['each-step'],
    'block.route'           => ['opponent'],
    'bear-off.entry'        => ['same-turn'],
    'bear-off.overshoot'    => ['highest'],
    'bear-off.stuck-higher' => ['lost'],
);
my %rules;    # the rule sets that have been configured, by the label under which questions name them

my %METHODS = (
    initialize  => \&initialize,
    configure   => \&configure,
    legal_turns => \&legal_turns,
    outcome     => \&outcome,
    opening     => \&opening,
    shutdown    => sub { {} },
);

while (my $line = <STDIN>) {
    my $request = $json->decode($line);
    my $method  = $METHODS{ $request->{method} };
    my $reply   = { jsonrpc => '2.0', id => $request->{id} };
    if ($method) {
        my $result = eval { $method->($request->{params}) };
        if ($result) {
            $reply->{result} = $result;
        } else {
            $reply->{error} = ref $@ ? $@ : { code => -32603, message => "$@" };
        }
    } else {
        $reply->{error} = { code => -32601, message => "no method $request->{method}" };
    }
    print $json->encode($reply), "\n";
    last if $request->{method} eq 'shutdown';
}

sub initialize {
    return {
        protocol => 1,
        engine   => { name => 'tutorial', version => '1' },
        methods  => [ 'legal_turns', 'outcome', 'opening' ],
        rules    => 'any',
        setup    => 'any',
    };
}

sub legal_turns {
    my ($params) = @_;
    my ($high, $low) = sort { $b <=> $a } @{ $params->{roll} };
    my $start = {
        mover    => $params->{position}{mover},
        opponent => $params->{position}{opponent},
        dice     => [ $high == $low ? ($high) x 4 : ($high, $low) ],
        steps    => [],
        limit    => 1,
        left     => 0,
    };
    my @layers = layers($start);
    my $granted = $rules{ $params->{variant} }{'head.exception.when'} eq 'always' || @layers <= 4;
    if ($params->{first_turn} && $high == $low && (any { $high == $_ } 3, 4, 6) && $granted) {
        @layers = layers({ %$start, limit => 2 });
    }
    my @ends = @{ $layers[-1] };
    if (@layers == 2 && $high != $low) {
        my @higher = grep { $_->{dice}[0] == $low } @ends;
        @ends = @higher if @higher;
    }
    return { turns => [ map { { steps => $_->{steps} } } @ends ] };
}

# The states that no step, one step, two steps and so on can reach: one for each position and the dice left in it.
sub layers {
    my ($start) = @_;
    my @layers = [$start];
    while (1) {
        my %next;
        for my $state (@{ $layers[-1] }) {
            for my $die (uniq @{ $state->{dice} }) {
                for my $from (1 .. 24) {
                    my $after = step($state, $from, $die) or next;
                    $next{"@{ $after->{mover} } @{ $after->{dice} }"} //= $after;
                }
            }
        }
        return @layers if !%next;
        push @layers, [ map { $next{$_} } sort keys %next ];
    }
}

# The state after one checker has moved by one die, or nothing if it may not.
sub step {
    my ($state, $from, $die) = @_;
    my $to = $from - $die;
    return if !$state->{mover}[$from];
    return if $from == 24 && $state->{left} == $state->{limit};
    if ($to < 1) {
        return if any { $state->{mover}[$_] } 7 .. 24;
        return if $to < 0 && any { $state->{mover}[$_] } $from + 1 .. 6;
        $to = 0;
    } else {
        return if $state->{opponent}[$to];
    }
    my @mover = @{ $state->{mover} };
    $mover[$from]--;
    $mover[$to]++;
    return if forbidden_block(\@mover, $state->{opponent});
    my @dice = @{ $state->{dice} };
    my ($used) = grep { $dice[$_] == $die } 0 .. $#dice;
    splice @dice, $used, 1;
    return {
        %$state,
        mover => \@mover,
        dice  => \@dice,
        steps => [ @{ $state->{steps} }, [ $from, $to ] ],
        left  => $state->{left} + ($from == 24 ? 1 : 0),
    };
}

# Whether six points in a row along the opponent's route, its 24 to 1, are the mover's, and no opposing checker is ahead of them.
sub forbidden_block {
    my ($mover, $opponent) = @_;
    return 0 if $opponent->[0];
    my @ours   = map { $mover->[ ($_ + 11) % 24 + 1 ] } 1 .. 24;
    my @theirs = map { $opponent->[ ($_ + 11) % 24 + 1 ] } 1 .. 24;
    for my $last (0 .. 18) {
        next if any { !$_ } @ours[ $last .. $last + 5 ];
        return 1 if none { $_ } @theirs[ 0 .. $last - 1 ];
    }
    return 0;
}

sub configure {
    my ($params) = @_;
    for my $axis (sort keys %PLAYS) {
        my $value = $params->{rules}{$axis};
        next if any { $_ eq $value } @{ $PLAYS{$axis} };
        die { code => -32001, message => 'not played', data => { axis => $axis, value => $value } };
    }
    $rules{ $params->{variant} } = $params->{rules};
    return {};
}

sub outcome {
    my ($params) = @_;
    my $rules = $rules{ $params->{variant} };
    my ($mover, $opponent) = map { $params->{position}{$_} } 'mover', 'opponent';
    my ($mover_done, $opponent_done) = map { $_->[0] == 15 } $mover, $opponent;
    if ($opponent_done && $params->{mover_started}) {
        die { code => -32002, message => 'the second player had won before this turn' };
    }
    return { state => 'ongoing' } if !$mover_done && !$opponent_done;
    return { state => 'over', winner => undef, kind => 'draw', points => 0 } if $mover_done && $opponent_done;
    for my $axis ('result.koks', 'result.home-mars', 'result.last-turn') {
        next if $rules->{$axis} eq 'none';
        die { code => -32001, message => 'not played', data => { axis => $axis, value => $rules->{$axis} } };
    }
    my ($winner, $loser) = $mover_done ? ('mover', $opponent) : ('opponent', $mover);
    my $kind   = $loser->[0] ? 'oyn' : 'mars';
    my $points = $rules->{'result.points'};
    return { state => 'over', winner => $winner, kind => $kind, points => ref $points ? $points->{$kind} : 15 - $loser->[0] };
}

sub opening {
    my ($params) = @_;
    my $rules    = $rules{ $params->{variant} };
    my $previous = $params->{previous};
    my $starter  = $rules->{'opening.starter'} eq 'white' ? 1 : undef;
    $starter = $previous->{winner} // $starter if $previous && $rules->{'opening.next-game'} eq 'winner';
    $starter = 3 - $previous->{starter}        if $previous && $rules->{'opening.next-game'} eq 'alternate';
    return { starter => $starter, dice => undef, consumed => 0 } if $starter || $rules->{'opening.starter'} eq 'drawn';
    my $consumed = 0;
    for my $roll (@{ $params->{rolls} }) {
        $consumed++;
        my ($one, $two) = @$roll;
        next if $one == $two;
        my $dice = $rules->{'opening.dice'} eq 'played' ? [ sort { $b <=> $a } @$roll ] : undef;
        return { starter => $one > $two ? 1 : 2, dice => $dice, consumed => $consumed };
    }
    return { starter => undef, dice => undef, consumed => $consumed };
}
